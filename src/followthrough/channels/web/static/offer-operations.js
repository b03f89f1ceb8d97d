/** The way to the pages of operators and owners: only who may see them is shown it, with how many wait for a person. */

import { el, fill } from "./dom.js";
import { t, tn } from "./language.js";
import { ALIVE, hearTabs, LISTENING } from "./tabs.js";

const TOGETHER_MS = 1000;

/**
 * What the server says of the caller, at once and whenever something happened; only who may see the pages is asked
 * for again.
 *
 * @param {import("./api.js").Api} api
 * @param {(me: import("./types.js").Me) => void} tell
 */
export function followMe(api, tell) {
  let isDue = false;
  const ask = async () => {
    isDue = false;
    /** @type {import("./types.js").Me} */
    const me = await api.json("v1/me");
    tell(me);
    return me.roles.includes("operator");
  };
  return ask().then((mayOperate) => {
    if (!mayOperate) return;
    hearTabs((told) => {
      if (isDue || told === ALIVE || told === LISTENING) return;
      isDue = true;
      setTimeout(() => void ask().catch(() => undefined), TOGETHER_MS); // the next thing that happens asks again
    });
  });
}

/**
 * @param {import("./api.js").Api} api
 * @param {HTMLElement} link
 */
export function offerOperations(api, link) {
  void followMe(api, ({ roles, waiting_handoffs: waiting }) => {
    link.hidden = !roles.includes("operator");
    const count = waiting ? el("span", { class: "waiting-count" }, tn(waiting, "{n} waiting", "{n} waiting")) : null;
    fill(link, t("Operations"), count);
  }).catch(() => undefined); // the way is not shown: the conversations themselves say what is wrong
}
