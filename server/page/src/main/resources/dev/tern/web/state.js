// What all views know: the server, the graph that is chosen, the light.

export const state = { server: null, graph: "", graphs: [], damaged: [] };

const listeners = [];

/** Calls an action whenever another graph is chosen, or the graphs have changed. */
export function whenGraphChanges(action) {
  listeners.push(action);
}

/** Tells that it has. */
export function graphChanged() {
  listeners.forEach((action) => action());
}

/** Chooses another graph, here and in the address. */
export function chooseGraph(name) {
  state.graph = name;
  history.pushState(null, "", address({ graph: name, thread: null, turn: null, q: null }));
  graphChanged();
}

/** Whether the caller's key is for changes. */
export function mayChange() {
  return state.server !== null && state.server.you.role !== "read";
}

/** Whether the caller's key is for changes of the whole graph, and not of a part of it. */
export function mayChangeAll() {
  return mayChange() && !state.server.you.filter;
}

/** Whether the caller's key is for everything. */
export function mayDrop() {
  return state.server !== null && state.server.you.role === "admin";
}

/** The address with some of its parameters changed; null takes one out. */
export function address(changes) {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url;
}
