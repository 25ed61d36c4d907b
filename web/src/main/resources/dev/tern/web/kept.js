// What the browser keeps; one that is told to keep nothing remembers it until the page is left.

function forgetful() {
  const kept = new Map();
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), removeItem: (name) => kept.delete(name) };
}

function storage(name) {
  try {
    return window[name] ?? forgetful();
  } catch {
    return forgetful();
  }
}

/** Kept from visit to visit. */
export const local = storage("localStorage");

/** Kept until the tab is closed. */
export const session = storage("sessionStorage");
