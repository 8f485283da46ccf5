// The button that opens the browser's own printing; without this script its menu does.
import { all } from "../page.js";

for (const button of all(document, "[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
