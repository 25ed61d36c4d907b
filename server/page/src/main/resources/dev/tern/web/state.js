// State shared by all views: server, selected graph, colour theme.

export const state = { server: null, graph: "", graphs: [], damaged: [] };

const listeners = [];

/** Registers an action for changes of the selected graph or of the list of graphs. */
export function whenGraphChanges(action) {
  listeners.push(action);
}

/** Notifies the registered actions. */
export function graphChanged() {
  listeners.forEach((action) => action());
}

/** Selects another graph and puts it into the address. */
export function chooseGraph(name) {
  state.graph = name;
  history.pushState(null, "", address({ graph: name, thread: null, turn: null, q: null }));
  graphChanged();
}

/** Returns true if the key may add documents. */
export function mayChange() {
  return state.server !== null && state.server.caller.role !== "read";
}

/** Returns true if the key may change the whole graph, not only a part of it. */
export function mayChangeAll() {
  return mayChange() && !state.server.caller.filter;
}

/** Returns true if the key has all permissions. */
export function mayDrop() {
  return state.server !== null && state.server.caller.role === "admin";
}

/** Returns the address with changed parameters; null removes one. */
export function address(changes) {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url;
}
