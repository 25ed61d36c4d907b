// Files that were chosen and not sent yet: what each is, and what all of them will cost.

import * as api from "./api.js";
import { el, fill, button, shown, bytes } from "./dom.js";
import { state } from "./state.js";
import { sum } from "./forecast.js";
import { filesOf } from "./drop.js";
import { phrase } from "./texts.js";

const LISTED = 12;

/** A place for files. */
export class StagedFiles {
  /** @param host what has attempt, graph, forecast, tell and sent: the view that the place is in */
  constructor(host) {
    this.host = host;
    this.files = [];
    this.list = el("div", { class: "staged" });
    this.input = el("input", { type: "file", multiple: true, id: "files", class: "unseen" });
    this.input.addEventListener("change", () => {
      this.take([...this.input.files]);
      this.input.value = "";
    });
    this.zone = el("label", { class: "drop", for: "files" }, el("strong", { text: phrase("staged.drop") }),
      el("span", { class: "hint", text: phrase("staged.kinds", { most: Math.floor(state.server.limits.uploadBytes / 1048576) }) }));
    for (const name of ["dragover", "dragenter"]) this.zone.addEventListener(name, () => this.zone.classList.add("over"));
    for (const name of ["dragleave", "drop"]) this.zone.addEventListener(name, () => this.zone.classList.remove("over"));
    this.nodes = [this.input, this.zone, this.list];
  }

  /** What was dropped or pasted. */
  async takeFrom(transfer) {
    this.take(await filesOf(transfer));
  }

  take(files) {
    const most = state.server.limits.uploadBytes;
    const large = files.find((file) => file.size > most);
    this.files.push(...files.filter((file) => file.size <= most));
    this.host.tell(large && el("p", { class: "problem", role: "alert", text: phrase("staged.large", { name: large.name, size: bytes(large.size), most: bytes(most) }) }));
    this.draw();
    this.list.querySelector("button.main")?.focus();
  }

  draw() {
    const { files } = this;
    if (files.length === 0) {
      fill(this.list);
      return;
    }
    fill(this.list,
      el("ul", {}, files.slice(0, LISTED).map((file) => el("li", {}, el("span", { text: shown(file.name, 120) }), el("span", { class: "hint", text: bytes(file.size) }),
        button("\u00D7", () => { this.files = this.files.filter((one) => one !== file); this.draw(); }, { "aria-label": phrase("staged.out", { name: shown(file.name, 120) }), class: "quiet" }))),
      files.length > LISTED && el("li", { class: "hint", text: phrase("more.and", { n: files.length - LISTED }) })),
      el("div", { class: "row-of-buttons" },
        button(phrase("staged.add", { n: files.length }), () => this.send(), { class: "main" }),
        button(phrase("cost.ask"), () => this.host.attempt(() => this.estimate())),
        button(phrase("staged.clear"), () => { this.files = []; this.draw(); })));
  }

  async estimate() {
    const graph = this.host.graph();
    const told = [];
    const refused = [];
    for (const [index, file] of this.files.entries()) {
      this.host.tell(el("p", { class: "hint", text: phrase("staged.reading", { name: shown(file.name, 120), number: index + 1, of: this.files.length }) }));
      const forecast = await api.estimateUpload(graph, file);
      told.push(forecast);
      refused.push(...forecast.skipped.map((one) => `${one.source} ${one.reason}`));
    }
    this.host.forecast(sum(told), refused);
  }

  async send() {
    await this.host.attempt(async () => {
      const graph = this.host.graph();
      const files = [...this.files];
      for (const [index, file] of files.entries()) {
        this.host.tell(el("p", { class: "hint", text: phrase("staged.sending", { name: shown(file.name, 120), number: index + 1, of: files.length }) }),
          el("progress", { max: files.length, value: index, "aria-label": phrase("staged.sent") }));
        const job = await api.upload(graph, file);
        this.files = this.files.filter((one) => one !== file);
        this.draw();
        this.host.watch(graph, job);
      }
      await this.host.sent(graph, files.length === 1 ? "sent.file" : "sent.files", { name: shown(files[0].name, 120), n: files.length });
    });
  }
}
