/** The API with a person at hand: a key is asked for, a wait is told. */

import { Api } from "./api.js";
import { t } from "./language.js";
import { waitWords } from "./words.js";

/**
 * @param {import("./view-dialogs.js").AskDialog} asking
 * @param {import("./view-notice.js").Notice} notice
 */
export function newApi(asking, notice) {
  return new Api({
    askForKey: (wasRefused) =>
      asking.ask({
        title: wasRefused ? t("That key is not in force") : t("This server asks for a key"),
        text: t("Enter the API key that you were given. It is kept in this tab only, until you close it."),
        yes: t("Continue"),
        field: { label: t("API key"), value: "", type: "password" },
      }),
    onRateLimit: (seconds) => {
      notice.show("rate", t("Too many requests in a short time. Going on by itself in {wait}.", { wait: waitWords(seconds) }));
      setTimeout(() => notice.clear("rate"), seconds * 1000);
    },
  });
}
