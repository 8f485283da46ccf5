// The switch between light and dark. The cookie lets the server send the page in the right colours at once.
import { all, setCookie } from "../page.js";

/** Shows every [data-theme-switch] button and lets it turn the page's colours over. */
export function themeSwitches() {
  for (const button of all(document, "[data-theme-switch]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const root = document.documentElement;
      const dark = matchMedia("(prefers-color-scheme: dark)").matches;
      const next = (root.dataset.theme ?? (dark ? "dark" : "light")) === "dark" ? "light" : "dark";
      root.dataset.theme = next;
      setCookie("theme", next);
    });
  }
}
