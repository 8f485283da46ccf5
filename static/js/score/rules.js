// Taking over a rule set that a league keeps, from its page or as JSON: the server says what a scorer needs of it.
import { gettext } from "../texts.js";

/** @import { KeptRules } from "./store.js" */

const PAGE = /^\/leagues\/[-\w]+\/rule-sets\/\d+\//;

/** @param {string} given a page's address on this site, or JSON @returns {Promise<{rules: KeptRules} | {refused: string}>} */
export async function readRules(given) {
  try {
    const text = given.trim().startsWith("{") ? given : await fromPage(given.trim());
    if (text === null) {
      return { refused: gettext("Paste the address of a rule set’s page on this site, or its JSON.") };
    }
    const answer = await fetch(`/score/rules/?${new URLSearchParams({ text })}`);
    const said = await answer.json();
    return answer.ok ? { rules: said } : { refused: said.error };
  } catch {
    return { refused: gettext("The server can’t be reached. Other rule sets need a connection.") };
  }
}

/** @param {string} address @returns {Promise<string | null>} the JSON of a kept rule set */
async function fromPage(address) {
  if (!URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  const [path] = PAGE.exec(pathname) ?? [];
  if (origin !== location.origin || !path) return null;
  const answer = await fetch(`${path}json/`);
  return answer.ok ? answer.text() : null;
}
