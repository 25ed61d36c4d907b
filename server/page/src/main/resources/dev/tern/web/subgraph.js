// The subgraph found by a question: entities, relations and passages with their roles.

import { phrase } from "./texts.js";

/** The roles of each kind, least important first; the most important role is shown. */
export const ROLES = {
  entity: ["around", "expanded", "seed"],
  relation: ["around", "candidate", "seedRelation", "chosen"],
  passage: ["around", "ranked", "found"],
};

/** The names of the roles. */
export const ROLE_NAMES = {
  seed: phrase("role.seed"),
  expanded: phrase("role.expanded"),
  seedRelation: phrase("role.seedRelation"),
  candidate: phrase("role.candidate"),
  chosen: phrase("role.chosen"),
  ranked: phrase("role.ranked"),
  found: phrase("role.found"),
  around: phrase("role.around"),
};

/** Returns true for a ranked passage without links, which is listed but not drawn. */
export function isLoose(node) {
  return node.role === "ranked" && node.degree === 0;
}

/** Returns the document of a passage: the text before the first colon. */
function documentOf(node) {
  return node.text.split(": ")[0];
}

/** The moment after the last step. */
export const END = Infinity;

/**
 * A subgraph over time. Nodes are {id, kind, text, role, parts, number, score, order}; links lead
 * from a relation to its entities and passages. A node stores the first step of each of its roles,
 * so that the graph can be shown as it was after any step; an empty role marks a node that was not
 * yet present.
 */
export class Subgraph {
  constructor() {
    this.nodes = new Map();
    this.links = [];
    this.around = new Map();
    this.moment = END;
  }

  /** Adds a node, or a role of it, at the step with the number `when`. */
  put(kind, id, text, role, when, more = {}) {
    const node = this.nodes.get(id) ?? { id, kind, text, parts: [], degree: 0 };
    this.nodes.set(id, node);
    if (text) node.text = text;
    const known = node.parts.find((part) => part.role === role);
    if (!known) node.parts.push({ role, when });
    else known.when = Math.min(known.when, when);
    Object.assign(node, more);
    node.role = this.part(node);
    return node;
  }

  /** Returns the role of a node at the shown moment. */
  part(node) {
    const order = ROLES[node.kind];
    const played = node.parts.filter((part) => part.when <= this.moment).map((part) => order.indexOf(part.role));
    return played.length > 0 ? order[Math.max(...played)] : "";
  }

  /** Shows the graph as it was after a step. */
  turnTo(moment) {
    this.moment = moment;
    for (const node of this.nodes.values()) node.role = this.part(node);
  }

  /** Returns the nodes that are present at the shown moment. */
  present() {
    return [...this.nodes.values()].filter((node) => node.role !== "");
  }

  link(from, to) {
    const ends = this.around.get(from) ?? new Set();
    if (ends.has(to) || !this.nodes.has(from) || !this.nodes.has(to)) return;
    this.around.set(from, ends.add(to));
    this.around.set(to, (this.around.get(to) ?? new Set()).add(from));
    this.links.push({ source: from, target: to });
    this.nodes.get(from).degree += 1;
    this.nodes.get(to).degree += 1;
  }

  /** Adds the output of a step and returns the ids of its relations. */
  take(step, when) {
    const kind = step.name;
    const entityRole = kind === "seed" ? "seed" : "expanded";
    const relationRole = { seed: "seedRelation", expand: "candidate", choose: "chosen" }[kind] ?? "candidate";
    const relations = [];
    for (const item of step.out) {
      if (item.id === "") continue;
      if (item.kind === "entity") this.put("entity", item.id, item.text, entityRole, when, scored(item));
      if (item.kind === "relation") {
        relations.push(item.id);
        this.put("relation", item.id, item.text, relationRole, when, { ...scored(item), ...(relationRole === "chosen" ? { order: relations.length } : {}) });
      }
      if (item.kind === "passage") this.put("passage", item.id, item.text, "ranked", when, scored(item));
    }
    return relations;
  }

  /** Adds looked-up relations with their entities. */
  join(found, when, role = "expanded") {
    for (const entity of found.entities) this.put("entity", entity.id, entity.name, role, when);
    for (const relation of found.relations) {
      this.put("relation", relation.key, relation.text, "around", when, { passageIds: relation.passageIds });
      for (const id of relation.entityIds) this.link(relation.key, id);
    }
    this.bind();
  }

  /** Links relations to the passages that were found. */
  bind() {
    for (const node of this.nodes.values()) {
      for (const passage of node.passageIds ?? []) this.link(node.id, passage);
    }
  }

  /** Names passages by document, or by their first words if several share a document. */
  name() {
    const passages = [...this.nodes.values()].filter((node) => node.kind === "passage");
    const many = new Map();
    for (const node of passages) many.set(documentOf(node), (many.get(documentOf(node)) ?? 0) + 1);
    for (const node of passages) {
      const own = documentOf(node);
      node.name = many.get(own) > 1 ? (node.whole ?? node.text.slice(own.length + 2)) || own : own;
    }
  }

  /**
   * Assigns each node to the nearest group.
   *
   * @param groups the ids of the central entities of each group
   * @return the number of entities of each group
   */
  group(groups) {
    const counts = groups.map(() => 0);
    const reached = [];
    const join = (node, group) => {
      if (!node || node.group !== undefined) return;
      node.group = group;
      if (node.kind === "entity") counts[group] += 1;
      reached.push(node);
    };
    for (const node of this.nodes.values()) delete node.group;
    groups.forEach((ids, group) => ids.forEach((id) => join(this.nodes.get(id), group)));
    for (const node of reached) for (const other of this.neighbours(node.id)) join(other, node.group);
    return counts;
  }

  /** Returns the present neighbours of a node. */
  neighbours(id) {
    return [...this.around.get(id) ?? []].map((other) => this.nodes.get(other)).filter((node) => node.role !== "");
  }

  counts() {
    const counts = {};
    for (const node of this.present().filter((one) => !isLoose(one))) counts[node.role] = (counts[node.role] ?? 0) + 1;
    return counts;
  }

  /** Returns the present nodes and links for export. */
  record() {
    const nodes = this.present().map(({ id, kind, text, role, order, number, score }) => ({ id, kind, text, role, order, number, score }));
    const there = new Set(nodes.map((node) => node.id));
    return { nodes, links: this.links.filter((link) => there.has(link.source) && there.has(link.target)).map((link) => ({ relation: link.source, to: link.target })) };
  }
}

function scored(item) {
  return { ...(item.score === undefined ? {} : { score: item.score }), ...(item.number === undefined ? {} : { number: item.number }) };
}
