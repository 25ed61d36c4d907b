// The client of the REST API on the page's own server.

import { download } from "./dom.js";
import { session } from "./storage.js";
import { phrase } from "./texts.js";

const KEY_ENTRY = "tern-key";
let promptForKey = null;
let keyPrompt = null;

/** An error reported by the server. */
export class Problem extends Error {
  constructor(status, detail, instance, wait = 0) {
    super(detail);
    this.wait = wait;
    this.status = status;
    this.instance = instance;
  }
}

/** Sets the function that prompts for an API key and returns a promise of it. */
export function whenKeyNeeded(action) {
  promptForKey = action;
}

function headers(type) {
  const key = session.getItem(KEY_ENTRY);
  return {
    ...(type ? { "Content-Type": type } : {}),
    ...(key ? { "X-Api-Key": key } : {}),
  };
}

async function problemOf(response) {
  let body = {};
  try {
    body = await response.json();
  } catch {
    // Without a JSON body the message is built from the status.
  }
  const wait = response.headers.get("Retry-After");
  const again = wait ? ` ${phrase("server.wait", { seconds: wait })}` : "";
  return new Problem(response.status, `${body.detail ?? phrase("server.status", { status: String(response.status) })}${again}`, body.instance, Number(wait) || 0);
}

/** Prompts once for all requests that need a key at the same time. */
function newKey() {
  keyPrompt ??= promptForKey(session.getItem(KEY_ENTRY) !== null).then((key) => session.setItem(KEY_ENTRY, key)).finally(() => { keyPrompt = null; });
  return keyPrompt;
}

async function send(method, path, body, type, signal) {
  const key = session.getItem(KEY_ENTRY);
  let response;
  try {
    response = await fetch(path, { method, body, headers: headers(type), signal, cache: "no-store" });
  } catch (failure) {
    if (failure.name === "AbortError") throw failure;
    throw new Problem(0, phrase("server.silent"));
  }
  if (response.status === 401 && promptForKey) {
    // If the key has changed since the request, the new key is tried first.
    if (session.getItem(KEY_ENTRY) === key) await newKey();
    return send(method, path, body, type, signal);
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

const base = (graph) => `/api/v1/graphs/${encodeURIComponent(graph)}`;

async function json(response) {
  return response.status === 204 ? null : response.json();
}

/** Sends a GET request and returns the JSON of the response. */
export async function get(path, signal) {
  return json(await send("GET", path, undefined, undefined, signal));
}

/** Sends a POST request with JSON and returns the JSON of the response. */
export async function post(path, record, signal) {
  return json(await send("POST", path, JSON.stringify(record), "application/json", signal));
}

export const server = () => get("/api/v1/server");
export const graphs = () => get("/api/v1/graphs");
export const graph = (name) => get(base(name));
export const dropGraph = (name) => send("DELETE", base(name));
export const ask = (name, question, signal) => post(`${base(name)}/ask`, question, signal);
export const lookup = (name, ids, signal) => post(`${base(name)}/lookup`, ids, signal);
const filterParameter = (filter) => (filter ? { filter: JSON.stringify(filter) } : {});
export const entities = async (name, text, limit = 8, filter = undefined) =>
  (await get(`${base(name)}/entities?${new URLSearchParams({ name: text, limit, ...filterParameter(filter) })}`)).entities;
export const connectedEntities = (name, search, from, limit) =>
  get(`${base(name)}/entities/connected?${new URLSearchParams({ search, from, limit })}`);
export const subgraph = (name, limit) => get(`${base(name)}/subgraph?${new URLSearchParams({ limit })}`);
export const neighbourhood = (name, id, limit = 40, filter = undefined) =>
  get(`${base(name)}/entities/${id}/neighbourhood?${new URLSearchParams({ limit, ...filterParameter(filter) })}`);
export const documents = (name, search, after) =>
  get(`${base(name)}/documents?${new URLSearchParams({ search, after: after ?? "", limit: 50 })}`);
export const passages = async (name, document) =>
  (await get(`${base(name)}/passages?${new URLSearchParams({ document, limit: 200 })}`)).passages;
export const failedPassages = async (name) => (await get(`${base(name)}/failed?limit=100`)).passages;
export const jobs = async () => (await get("/api/v1/jobs")).jobs;
export const cancel = async (name, id) => json(await send("DELETE", `${base(name)}/jobs/${id}`));
export const retry = (name, id) => post(`${base(name)}/jobs/${id}/retry`, {});
export const addDocuments = (name, list) => post(`${base(name)}/documents`, { documents: list });
export const estimateDocuments = (name, list) => post(`${base(name)}/estimate`, { documents: list });
export const addPage = (name, url) => post(`${base(name)}/pages`, { url });
export const estimatePage = (name, url) => post(`${base(name)}/pages/estimate`, { url });
export const retryFailed = (name) => post(`${base(name)}/retry-failed`, {});
const bundle = (name, id) => `${base(name)}/bundles/${id}`;
export const addToBundle = async (name, id, path, file, signal) =>
  json(await send("POST", `${bundle(name, id)}/files?${new URLSearchParams({ name: path })}`, file, "application/octet-stream", signal));
export const addBundle = (name, id) => post(bundle(name, id), {});
export const dropBundle = (name, id) => send("DELETE", bundle(name, id));
export const estimateUpload = async (name, path, file) =>
  json(await send("POST", `${base(name)}/uploads/estimate?${new URLSearchParams({ name: path })}`, file, "application/octet-stream"));
export const themes = (name) => get(`${base(name)}/themes`);
export const findThemes = (name, update) => post(`${base(name)}/themes${update ? "?update=true" : ""}`, {});
export const sources = (name) => get(`${base(name)}/sources`);
export const sync = (name, source) => post(`${base(name)}/sources/sync`, { source });
export const suggestions = (name) => get(`${base(name)}/alias-suggestions`);
export const edits = async (name, which) => (await get(`${base(name)}/edits?${new URLSearchParams(which)}`)).edits;
export const edit = (name, record) => post(`${base(name)}/edits`, record);
export const undoEdit = async (name, id) => json(await send("DELETE", `${base(name)}/edits/${id}`));
export const demoCorpus = async () => (await send("GET", "/page/demo.jsonl")).text();
export const removeDocuments = async (name, ids) =>
  json(await send("DELETE", `${base(name)}/documents?${new URLSearchParams(ids.map((id) => ["id", id]))}`));
export const exportGraph = async (name, format) => (await send("GET", `${base(name)}/export?format=${format}`)).blob();

/** Returns the address of a document's file; null if only a request with a key may read it. */
export const originalLink = (name, document) => (session.getItem(KEY_ENTRY) ? null : new URL(originalPath(name, document), location.href).href);
const originalPath = (name, document) => `${base(name)}/original?${new URLSearchParams({ document })}`;
export const saveOriginal = async (name, document) => download(document.split("/").at(-1), await (await send("GET", originalPath(name, document))).blob());

/** Parses a server-sent event. */
function fields(event) {
  const parsed = { event: "message", data: "" };
  for (const line of event.split(/\r?\n/)) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name === "data") parsed.data += parsed.data ? `\n${value}` : value;
    else if (name === "event") parsed.event = value;
  }
  return parsed;
}

/**
 * Asks a question and passes each event on.
 *
 * @param onEvent a function of the event's name and data
 */
export async function stream(name, question, onEvent, signal) {
  const response = await send("POST", `${base(name)}/ask/stream`, JSON.stringify(question), "application/json", signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let last = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const events = (rest + value).split(/\r?\n\r?\n/);
    rest = events.pop();
    for (const event of events) {
      const parsed = fields(event);
      // Keep-alive comments have no data.
      if (!parsed.data) continue;
      last = parsed.event;
      const data = JSON.parse(parsed.data);
      if (last === "problem") throw new Problem(data.status, data.detail, data.instance);
      onEvent(last, data);
    }
  }
  if (last !== "answer") throw new Problem(0, phrase("server.broke"));
}
