// Runs before the first paint, so that a kept choice of light or dark never flashes the other one.
// A classic script on purpose: modules wait for the document.
(() => {
  const kept = readKept();
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;

  /** @returns {string | null} */
  function readKept() {
    try {
      return localStorage.getItem("followthrough.theme");
    } catch {
      return null; // storage is switched off: the system's choice stands
    }
  }
})();
