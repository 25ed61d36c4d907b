// The appearance of nodes, shared by the canvas and SVG.

export const SIZES = { seed: 9, expanded: 6, around: 5, candidate: 4.5, seedRelation: 7, chosen: 8, ranked: 6, found: 12 };

const COLOURS = {
  seed: "--seed", expanded: "--entity", around: "--candidate", candidate: "--candidate",
  seedRelation: "--seed", chosen: "--chosen", ranked: "--ranked", found: "--passage",
};

/** The number of groups with their own colour. */
export const MAX_GROUPS = 8;

/** Returns the colour of a node: that of its group, or else of its role. */
export function fillOf(node, colours) {
  return colours.groups[node.colour] ?? colours[node.role];
}

/** Returns the page's current colours, light or dark. */
export function palette() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  const roles = Object.fromEntries(Object.entries(COLOURS).map(([role, name]) => [role, colour(name)]));
  return { ...roles, groups: Array.from({ length: MAX_GROUPS }, (_, group) => colour(`--group-${group}`)), ink: colour("--ink"), muted: colour("--muted"), line: colour("--link"), surface: colour("--canvas"), focus: colour("--accent") };
}

/** Returns half the width of a node. */
export function size(node) {
  return (SIZES[node.role] ?? SIZES.around) + (node.kind === "entity" ? Math.min(5, Math.sqrt(node.degree)) : 0);
}

/** Returns the corners of a relation; entities are circles, passages squares. */
export function diamond(x, y, r) {
  return [[x, y - r], [x + r, y], [x, y + r], [x - r, y]];
}

/** Returns the label of a node. */
export function label(node) {
  const maxLength = node.kind === "relation" ? 42 : 34;
  const text = node.name ?? node.text;
  const signs = Array.from(text.slice(0, 4 * maxLength));
  return signs.length > maxLength ? `${signs.slice(0, maxLength - 1).join("")}\u2026` : text;
}

/** Returns the importance of a label; unimportant labels give way. */
export function weight(node) {
  return { seed: 5, found: 4, chosen: 3, seedRelation: 2, expanded: 1, candidate: 0, around: 1, ranked: 1 }[node.role];
}
