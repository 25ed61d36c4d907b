// What a question has found of a graph so far: entities, relations and passages, and the part that each plays.

/** The parts, the least telling first: what plays two is shown as the later one. */
export const ROLES = {
  entity: ["around", "expanded", "seed"],
  relation: ["around", "candidate", "seedRelation", "chosen"],
  passage: ["around", "ranked", "found"],
};

/** What the parts are called. */
export const ROLE_NAMES = {
  seed: "Seed entity",
  expanded: "Entity reached",
  seedRelation: "Seed relation",
  candidate: "Candidate",
  chosen: "Chosen relation",
  ranked: "Passage ranked",
  found: "Passage of the answer",
  around: "Looked up",
};

/** Nodes are {id, kind, text, role, number, score, order}; links go from a relation to its entities and passages. */
export class Subgraph {
  constructor() {
    this.nodes = new Map();
    this.links = [];
    this.known = new Set();
  }

  put(kind, id, text, role, more = {}) {
    const node = this.nodes.get(id);
    if (!node) {
      const made = { id, kind, text, role, degree: 0, ...more };
      this.nodes.set(id, made);
      return made;
    }
    if (text) node.text = text;
    if (ROLES[kind].indexOf(role) > ROLES[kind].indexOf(node.role)) node.role = role;
    Object.assign(node, more);
    return node;
  }

  link(from, to) {
    const key = `${from} ${to}`;
    if (this.known.has(key) || !this.nodes.has(from) || !this.nodes.has(to)) return;
    this.known.add(key);
    this.links.push({ source: from, target: to });
    this.nodes.get(from).degree += 1;
    this.nodes.get(to).degree += 1;
  }

  /** What came out of a step; says which relations are to be looked up for their ends. */
  take(step) {
    const entityRole = step.name === "seed" ? "seed" : "expanded";
    const relationRole = { seed: "seedRelation", expand: "candidate", rerank: "chosen", collect: "chosen" }[step.name] ?? "candidate";
    const unknown = [];
    let order = 0;
    for (const item of step.out) {
      if (item.id === "") continue;
      if (item.kind === "entity") this.put("entity", item.id, item.text, entityRole, scored(item));
      if (item.kind === "relation") {
        order += 1;
        this.put("relation", item.id, item.text, relationRole, { ...scored(item), ...(relationRole === "chosen" ? { order } : {}) });
        unknown.push(item.id);
      }
      if (item.kind === "passage") this.put("passage", item.id, item.text, "ranked", scored(item));
    }
    return unknown;
  }

  /** Relations with their ends, as the server looked them up. */
  join(found, role = "expanded") {
    for (const entity of found.entities) this.put("entity", entity.id, entity.name, role);
    for (const relation of found.relations) {
      this.put("relation", relation.key, relation.text, "around", { passageIds: relation.passageIds });
      for (const id of relation.entityIds) this.link(relation.key, id);
    }
    this.bind();
  }

  /** Ties relations to those of their passages that were found. */
  bind() {
    for (const node of this.nodes.values()) {
      for (const passage of node.passageIds ?? []) {
        if (this.nodes.has(passage)) this.link(node.id, passage);
      }
    }
  }

  /** The nodes that are tied to one. */
  neighbours(id) {
    return this.links.filter((link) => end(link.source) === id || end(link.target) === id)
      .map((link) => this.nodes.get(end(link.source) === id ? end(link.target) : end(link.source)));
  }

  counts() {
    const counts = {};
    for (const node of this.nodes.values()) counts[node.role] = (counts[node.role] ?? 0) + 1;
    return counts;
  }

  /** The same for a file. */
  record() {
    const nodes = [...this.nodes.values()].map(({ id, kind, text, role, order, number, score }) => ({ id, kind, text, role, order, number, score }));
    return { nodes, links: this.links.map((link) => ({ relation: end(link.source), to: end(link.target) })) };
  }
}

function scored(item) {
  return { ...(item.score === undefined ? {} : { score: item.score }), ...(item.number === undefined ? {} : { number: item.number }) };
}

/** The id at an end of a link, whether or not the layout has put the node itself there. */
export function end(of) {
  return typeof of === "object" ? of.id : of;
}
