// Selected files before sending: types, cost estimate, and sending as one job.

import * as api from "./api.js";
import { el, fill, button, shown, bytes, newId } from "./dom.js";
import { state } from "./state.js";
import { sumEstimates } from "./costestimate.js";
import { filesWithPaths, transferredFiles } from "./droppedfiles.js";
import { phrase } from "./texts.js";

const MAX_LISTED = 12;

/** The HTTP statuses that end an upload instead of failing one file. */
const ABORTING_STATUSES = [0, 401, 403, 429, 503];

/** The maximum number of tries, and the maximum wait before each retry, in seconds. */
const MAX_TRIES = 10;
const MAX_WAIT_SECONDS = 60;

/** Retries an action after 429, if the wait that the server asks for is short enough. */
async function withRetries(signal, work) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (problem) {
      if (problem.status !== 429 || problem.wait === 0 || problem.wait > MAX_WAIT_SECONDS || tries === MAX_TRIES) throw problem;
      signal.throwIfAborted();
      await pause(problem.wait * 1000, signal);
    }
  }
}

function pause(millis, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, millis);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, { once: true });
  });
}

/** The maximum length of a name on the server; only the end of a longer path is sent. */
const MAX_PATH_LENGTH = 255;

/** The drop zone with its list of files. */
export class StagedFiles {
  /** @param host the view, with attempt, graph, forecast, showMessage and sent */
  constructor(host) {
    this.host = host;
    this.files = [];
    this.sending = null;
    this.list = el("div", { class: "staged" });
    this.input = this.choice("files", {});
    this.folder = this.choice("folder", { webkitdirectory: true });
    this.zone = el("div", { class: "drop" }, el("strong", { text: phrase("staged.drop") }),
      el("div", { class: "row-of-buttons" }, this.input, el("label", { for: "files", class: "like-button", text: phrase("staged.files") }),
        this.folder, el("label", { for: "folder", class: "like-button", text: phrase("staged.folder") })),
      el("span", { class: "hint", text: phrase("staged.kinds", { max: Math.floor(state.server.limits.uploadBytes / 1048576) }) }));
    for (const name of ["dragover", "dragenter"]) this.zone.addEventListener(name, () => this.zone.classList.add("over"));
    for (const name of ["dragleave", "drop"]) this.zone.addEventListener(name, () => this.zone.classList.remove("over"));
    this.nodes = [this.zone, this.list];
  }

  choice(id, more) {
    const input = el("input", { type: "file", multiple: true, id, class: "unseen", ...more });
    input.addEventListener("change", () => this.host.attempt(async () => {
      const files = filesWithPaths(input.files);
      input.value = "";
      this.take(files);
    }));
    return input;
  }

  /** Takes dropped or pasted files. */
  async takeFrom(transfer) {
    this.take(await transferredFiles(transfer));
  }

  take(files) {
    const maxBytes = state.server.limits.uploadBytes;
    const large = files.find(({ file }) => file.size > maxBytes);
    // Hidden files and system files such as Thumbs.db are left out.
    this.files.push(...files.filter(({ path, file }) => file.size <= maxBytes && !/(^|\/)(\.|Thumbs\.db$|desktop\.ini$)/.test(path)));
    this.host.showMessage(large && el("p", { class: "problem", role: "alert", text: phrase("staged.large", { name: large.file.name, size: bytes(large.file.size), max: bytes(maxBytes) }) }));
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
      el("ul", {}, files.slice(0, MAX_LISTED).map((one) => el("li", {}, el("span", { text: shown(one.path, 200) }), el("span", { class: "hint", text: bytes(one.file.size) }),
        button("\u00D7", () => { this.files = this.files.filter((other) => other !== one); this.draw(); }, { "aria-label": phrase("staged.out", { name: shown(one.path, 120) }), class: "quiet" }))),
      files.length > MAX_LISTED && el("li", { class: "hint", text: phrase("more.and", { n: files.length - MAX_LISTED }) })),
      el("div", { class: "row-of-buttons" },
        button(phrase("staged.add", { n: files.length }), () => this.send(), { class: "main" }),
        button(phrase("cost.ask"), () => this.host.attempt(() => this.estimate())),
        button(phrase("staged.clear"), () => { this.files = []; this.draw(); })));
  }

  async estimate() {
    const graph = this.host.graph();
    const estimates = [];
    const refused = [];
    for (const [index, { path, file }] of this.files.entries()) {
      this.host.showMessage(el("p", { class: "hint", text: phrase("staged.reading", { name: shown(path, 120), number: index + 1, of: this.files.length }) }));
      const forecast = await api.estimateUpload(graph, path.slice(-MAX_PATH_LENGTH), file);
      estimates.push(forecast);
      refused.push(...forecast.skipped.map((one) => `${one.source} ${one.reason}`));
    }
    this.host.forecast(sumEstimates(estimates), refused);
  }

  /** Sends all files as one job; files that fail are listed, and the others continue. */
  send() {
    return this.host.attempt(async () => {
      if (this.sending) return;
      const graph = this.host.graph();
      const files = [...this.files];
      const id = newId();
      this.sending = new AbortController();
      fill(this.list);
      try {
        const refused = await this.sendAll(graph, id, files);
        if (refused.length < files.length) {
          const job = await withRetries(this.sending.signal, () => api.addBundle(graph, id));
          this.files = this.files.filter((one) => !files.includes(one));
          await this.host.sent(graph, "sent", {}, job);
        }
        if (refused.length > 0) this.host.showMessage(el("div", { class: "problem", role: "alert" }, el("ul", { class: "skipped" }, refused.map((text) => el("li", { text })))));
      } catch (problem) {
        // Files uploaded for an aborted job are removed.
        await api.dropBundle(graph, id).catch(() => null);
        if (problem.name !== "AbortError") throw problem;
        this.host.showMessage();
      } finally {
        this.sending = null;
        this.draw();
      }
    });
  }

  async sendAll(graph, id, files) {
    const refused = [];
    const name = el("span", {});
    const bar = el("progress", { max: files.length, value: 0, "aria-label": phrase("staged.sent") });
    this.host.showMessage(el("div", { class: "sending" }, el("p", { class: "hint" }, name), bar, button(phrase("jobs.end"), () => this.sending?.abort())));
    for (const [index, { path, file }] of files.entries()) {
      name.textContent = phrase("staged.sending", { name: shown(path, 120), number: index + 1, of: files.length });
      try {
        const { signal } = this.sending;
        await withRetries(signal, () => api.addToBundle(graph, id, path.slice(-MAX_PATH_LENGTH), file, signal));
      } catch (problem) {
        if (problem.name === "AbortError" || ABORTING_STATUSES.includes(problem.status)) throw problem;
        refused.push(`${path}: ${problem.message}`);
      }
      bar.value = index + 1;
    }
    return refused;
  }
}
