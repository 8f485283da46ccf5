// The person picker: an input for a user name becomes a combobox whose options the server knows. Without this script the
// browser suggests the input's list.
import { around } from "../page.js";
import { gettext } from "../texts.js";

const WAIT = 150;
let pickers = 0;

/** Turns every input of a person into a picker once it gets the focus. */
export function pickPeople() {
  document.addEventListener("focusin", (event) => {
    const box = around(event, ".picker[data-people]");
    if (!box || !(event.target instanceof HTMLInputElement)) return;
    if (!box.dataset.ready) new Picker(box, event.target);
  });
}

class Picker {
  /** @param {HTMLElement} box @param {HTMLInputElement} input */
  constructor(box, input) {
    box.dataset.ready = "yes";
    this.box = box;
    this.input = input;
    this.at = -1;
    this.asked = 0;
    this.timer = 0;
    this.list = document.createElement("ul");
    this.list.className = "picker-list";
    this.list.id = `people-${++pickers}`;
    this.list.hidden = true;
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", gettext("People"));
    this.said = document.createElement("span");
    this.said.className = "visually-hidden";
    this.said.setAttribute("role", "status");
    // At a table, the drawing leaves them alone.
    for (const part of [this.list, this.said]) part.dataset.apart = "";
    box.append(this.list, this.said);
    input.removeAttribute("list");
    for (const [name, value] of Object.entries({
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": this.list.id,
    }))
      input.setAttribute(name, value);
    input.addEventListener("input", () => this.later());
    input.addEventListener("click", () => this.ask());
    input.addEventListener("blur", () => this.close());
    input.addEventListener("keydown", (event) => this.key(event));
    // The press must not take the focus from the input, which would close the list before the click.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("mousedown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const option = around(event, "[role=option]");
      if (option) this.take(option);
    });
    this.ask();
  }

  /** @returns {HTMLElement[]} */
  get options() {
    return [.../** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll("[data-name]"))];
  }

  later() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.ask(), WAIT);
  }

  async ask() {
    const number = ++this.asked;
    const address = `${this.box.dataset.people}&q=${encodeURIComponent(this.input.value)}`;
    const answer = await fetch(address).catch(() => null);
    const html = answer?.ok ? await answer.text() : "";
    // A later question, or another place for the focus, has overtaken this one.
    if (number !== this.asked || document.activeElement !== this.input) return;
    this.list.innerHTML = html;
    if (html) this.open();
    else this.close();
  }

  open() {
    this.options.forEach((option, index) => {
      option.id = `${this.list.id}-${index}`;
    });
    this.mark(-1);
    this.list.hidden = false;
    this.list.scrollTop = 0;
    this.input.setAttribute("aria-expanded", "true");
    const count = this.options.length;
    this.said.textContent = count ? gettext("%(count)d suggestions", { count }) : this.list.innerText;
  }

  close() {
    this.asked++;
    clearTimeout(this.timer);
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
    this.at = -1;
  }

  /** @param {number} at the option to mark, -1 for none */
  mark(at) {
    this.at = at;
    this.options.forEach((option, index) => {
      option.setAttribute("aria-selected", String(index === at));
      if (index === at) option.scrollIntoView({ block: "nearest" });
    });
    const marked = this.options[at];
    if (marked) this.input.setAttribute("aria-activedescendant", marked.id);
    else this.input.removeAttribute("aria-activedescendant");
  }

  /** @param {HTMLElement} option */
  take(option) {
    if (option.getAttribute("aria-disabled") === "true" || !option.dataset.name) return;
    this.input.value = option.dataset.name;
    this.input.dispatchEvent(new Event("change", { bubbles: true }));
    this.close();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const count = this.options.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (this.list.hidden) {
        this.ask();
        return;
      }
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (count) this.mark((this.at + step + count + (this.at < 0 && step < 0 ? 1 : 0)) % count);
    } else if (event.key === "Escape" && !this.list.hidden) {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    } else if (event.key === "Enter" && !this.list.hidden && this.at >= 0) {
      event.preventDefault();
      const option = this.options[this.at];
      if (option) this.take(option);
    }
  }
}
