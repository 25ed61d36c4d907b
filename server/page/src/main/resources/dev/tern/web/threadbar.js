// The bar of threads: select, start, rename, save and delete.

import { el, fill, button, bytes, download, escaped, shown } from "./dom.js";
import { state } from "./state.js";
import { markdown } from "./markdown.js";
import { MAX_BYTES, fileOf, forget, keep, threadOfFile, threads, titleOfWords } from "./threads.js";
import { phrase } from "./texts.js";

const MAX_LISTED = 50;
const FILE_FORMATS = [["Markdown", "md", "text/markdown", markdown], ["JSON", "json", "application/json", (thread) => escaped(fileOf(thread))]];

/** The bar above the questions and answers. */
export class ThreadBar {
  /** @param view the view that shows threads, with open and begin */
  constructor(view) {
    this.view = view;
    this.title = el("span", { class: "thread-title" });
    this.list = el("ul", { class: "thread-list" });
    this.problem = el("div", {});
    this.unkept = el("div", { class: "unkept" });
    this.menu = el("details", { class: "threads", on: { toggle: () => this.draw() } }, el("summary", {}, this.title), el("div", { class: "card thread-menu" }, this.list, this.fileInput(), this.problem));
    this.save = el("span", { class: "tools" }, button(phrase("thread.rename"), () => this.rename()),
      FILE_FORMATS.map(([format, ending, type, written]) => button(format, () => this.take(ending, type, written(this.thread)), { "aria-label": phrase("thread.save", { format }) })));
    this.fresh = button(phrase("thread.new"), () => view.begin(), { class: "quiet" });
    this.naming = el("form", { class: "thread-naming", hidden: true, on: { submit: (event) => { event.preventDefault(); this.renamed(); } } });
    this.node = el("div", { class: "thread-bar" }, this.menu, this.naming, this.save, this.fresh, this.unkept);
    // A click elsewhere closes the menu.
    addEventListener("click", (event) => { if (!this.menu.contains(event.target)) this.menu.open = false; });
    this.menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.menu.open) return;
      this.menu.open = false;
      this.menu.querySelector("summary").focus();
    });
  }

  /** Shows the title of the open thread. */
  show(thread) {
    if (this.thread !== thread) fill(this.unkept);
    this.thread = thread;
    const isNew = thread.turns.length === 0;
    // The first question is shown below, so it is not repeated.
    this.title.textContent = isNew || thread.title === titleOfWords(thread.turns[0].question) ? phrase("threads") : shown(thread.title, 120);
    this.save.hidden = isNew;
    this.fresh.hidden = isNew;
    this.naming.hidden = true;
    this.draw();
  }

  draw() {
    if (!this.menu.open) return;
    fill(this.problem);
    const all = threads().slice(0, MAX_LISTED);
    fill(this.list, all.length === 0 && el("li", { class: "hint", text: phrase("thread.none") }), all.map((one) => el("li", {},
      button(shown(one.title, 120), () => { this.menu.open = false; this.view.open(one); }, { class: "row", "aria-current": one.id === this.thread.id ? "true" : null, disabled: !state.graphs.includes(one.graph) }),
      el("span", { class: "hint", text: `${shown(one.graph, 60)} \u00B7 ${phrase("n.questions", { n: one.turns.length })} \u00B7 ${one.changed.slice(0, 10)}` }),
      button("\u00D7", () => this.drop(one), { class: "quiet", "aria-label": phrase("thread.delete", { title: shown(one.title, 120) }) }))));
  }

  drop(one) {
    forget(one.id);
    if (one.id === this.thread.id) this.view.begin();
    else this.show(this.thread);
  }

  rename() {
    const name = el("input", { type: "text", maxlength: 120, required: true, "aria-label": phrase("thread.name") });
    name.value = this.thread.title;
    fill(this.naming, name, el("button", { type: "submit", class: "main", text: phrase("thread.rename") }));
    this.naming.hidden = false;
    name.select();
  }

  /** Saves a thread; if that fails, shows the reason and keeps it until the page is left. */
  keep(thread, named) {
    fill(this.unkept);
    try {
      keep(thread, named);
    } catch (problem) {
      fill(this.unkept, el("p", { class: "problem", role: "alert", text: problem.message }));
    }
  }

  renamed() {
    this.thread.title = titleOfWords(this.naming.querySelector("input").value) || this.thread.title;
    this.keep(this.thread, true);
    this.show(this.thread);
  }

  take(ending, type, words) {
    const name = this.thread.title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60).toWellFormed() || "tern";
    download(`${name}.${ending}`, new Blob([words], { type }));
  }

  /** Returns the file input that opens a saved thread, and its label. */
  fileInput() {
    const input = el("input", { type: "file", accept: ".json", class: "unseen", id: "thread-file" });
    input.addEventListener("change", async () => {
      const [file] = input.files;
      input.value = "";
      if (file) await this.read(file);
    });
    return [input, el("label", { for: "thread-file", class: "as-button", text: phrase("thread.open") })];
  }

  async read(file) {
    let wrong = phrase("thread.bad", { name: shown(file.name, 120) });
    try {
      if (file.size > MAX_BYTES) throw new Error(bytes(file.size));
      const thread = threadOfFile(await file.text());
      if (!state.graphs.includes(thread.graph)) thread.graph = state.graph;
      // The file is a thread: later errors are shown as they are.
      wrong = null;
      keep(thread);
      this.menu.open = false;
      this.view.open(thread);
    } catch (problem) {
      fill(this.problem, el("p", { class: "problem", role: "alert", text: wrong ?? problem.message }));
    }
  }
}
