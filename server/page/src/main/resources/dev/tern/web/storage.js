// Storage of the browser, or of the open page if the browser allows none.

function memoryStorage() {
  const kept = new Map();
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), removeItem: (name) => kept.delete(name), keys: () => [...kept.keys()] };
}

function storage(name) {
  try {
    return window[name] ?? memoryStorage();
  } catch {
    return memoryStorage();
  }
}

/** Returns the names of the entries of a storage. */
export const namesIn = (place) => place.keys?.() ?? Object.keys(place);

/** Stores a setting; ignores a full storage. */
export function remember(name, value) {
  try {
    local.setItem(name, value);
  } catch {
    // The storage is full.
  }
}

/** Storage that survives the session. */
export const local = storage("localStorage");

/** Storage that ends with the tab. */
export const session = storage("sessionStorage");
