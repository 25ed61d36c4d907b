// What the browser keeps; one that is told to keep nothing remembers it until the page is left.

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

/** The names of what is kept in one of them. */
export const namesIn = (place) => place.keys?.() ?? Object.keys(place);

/** Keeps a setting, or leaves it where there is no room. */
export function remember(name, value) {
  try {
    local.setItem(name, value);
  } catch {
    // the storage is full
  }
}

/** Kept from visit to visit. */
export const local = storage("localStorage");

/** Kept until the tab is closed. */
export const session = storage("sessionStorage");
