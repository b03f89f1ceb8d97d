/** Light, dark, or as the system says: kept on this device (see theme.js, which applies it before the first paint). */

const KEY = "followthrough.theme";

/** @param {NodeListOf<HTMLInputElement>} choices radio buttons with the values auto, light and dark. */
export function offerThemes(choices) {
  const root = document.documentElement;
  for (const choice of choices) {
    choice.checked = choice.value === (root.dataset.theme ?? "auto");
    choice.addEventListener("change", () => {
      if (choice.value === "auto") {
        delete root.dataset.theme;
        localStorage.removeItem(KEY);
      } else {
        root.dataset.theme = choice.value;
        localStorage.setItem(KEY, choice.value);
      }
    });
  }
}
