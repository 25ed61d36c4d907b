// How nodes look: the same for the canvas and for SVG.

export const SIZES = { seed: 9, expanded: 6, around: 5, candidate: 4.5, seedRelation: 7, chosen: 8, ranked: 6, found: 12 };

const COLOURS = {
  seed: "--seed", expanded: "--entity", around: "--candidate", candidate: "--candidate",
  seedRelation: "--seed", chosen: "--chosen", ranked: "--ranked", found: "--passage",
};

/** How many groups have a colour of their own. */
export const GROUPS = 8;

/** The colour of a node: of its group, if that has one, or else of the part that it plays. */
export function fillOf(node, colours) {
  return colours.groups[node.colour] ?? colours[node.role];
}

/** The colours of the page as it is now, light or dark. */
export function palette() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  const roles = Object.fromEntries(Object.entries(COLOURS).map(([role, name]) => [role, colour(name)]));
  return { ...roles, groups: Array.from({ length: GROUPS }, (_, group) => colour(`--group-${group}`)), ink: colour("--ink"), muted: colour("--muted"), line: colour("--link"), surface: colour("--canvas"), focus: colour("--accent") };
}

/** Half the width of a node. */
export function size(node) {
  return (SIZES[node.role] ?? SIZES.around) + (node.kind === "entity" ? Math.min(5, Math.sqrt(node.degree)) : 0);
}

/** The corners of a relation; entities are circles, passages squares. */
export function diamond(x, y, r) {
  return [[x, y - r], [x + r, y], [x, y + r], [x - r, y]];
}

/** The words beside a node. */
export function label(node) {
  const maxLength = node.kind === "relation" ? 42 : 34;
  const text = node.name ?? node.text;
  const signs = Array.from(text.slice(0, 4 * maxLength));
  return signs.length > maxLength ? `${signs.slice(0, maxLength - 1).join("")}\u2026` : text;
}

/** How much a label matters: those that do not count wait for room. */
export function weight(node) {
  return { seed: 5, found: 4, chosen: 3, seedRelation: 2, expanded: 1, candidate: 0, around: 1, ranked: 1 }[node.role];
}
