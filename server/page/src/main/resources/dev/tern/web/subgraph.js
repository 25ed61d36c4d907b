// What a question has found of a graph so far: entities, relations and passages, and the part that each plays.

import { phrase } from "./texts.js";

/** The parts, the least telling first: what plays two is shown as the later one. */
export const ROLES = {
  entity: ["around", "expanded", "seed"],
  relation: ["around", "candidate", "seedRelation", "chosen"],
  passage: ["around", "ranked", "found"],
};

/** What the parts are called. */
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

/** A passage that was only ranked, and hangs on nothing that was found: it is told of in the table and not drawn. */
export function isLoose(node) {
  return node.role === "ranked" && node.degree === 0;
}

/** What a passage belongs to, in the words of its step: the document stands before the text. */
function documentOf(node) {
  return node.text.split(": ")[0];
}

/** The moment at which everything is there. */
export const END = Infinity;

/**
 * Nodes are {id, kind, text, role, parts, number, score, order}; links go from a relation to its entities and passages.
 * A node keeps at which step it began to play which part, so that the subgraph can be shown as it stood after any of them:
 * a role that is empty says that the node was not there yet.
 */
export class Subgraph {
  constructor() {
    this.nodes = new Map();
    this.links = [];
    this.around = new Map();
    this.moment = END;
  }

  /** @param when the number of the step that it comes from */
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

  /** The part of a node at the moment that is shown. */
  part(node) {
    const order = ROLES[node.kind];
    const played = node.parts.filter((part) => part.when <= this.moment).map((part) => order.indexOf(part.role));
    return played.length > 0 ? order[Math.max(...played)] : "";
  }

  /** Shows it as it stood after a step. */
  turnTo(moment) {
    this.moment = moment;
    for (const node of this.nodes.values()) node.role = this.part(node);
  }

  /** The nodes that are there at the moment that is shown. */
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

  /** What came out of a step; says which relations it named. */
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

  /** Relations with their ends, as the server looked them up. */
  join(found, when, role = "expanded") {
    for (const entity of found.entities) this.put("entity", entity.id, entity.name, role, when);
    for (const relation of found.relations) {
      this.put("relation", relation.key, relation.text, "around", when, { passageIds: relation.passageIds });
      for (const id of relation.entityIds) this.link(relation.key, id);
    }
    this.bind();
  }

  /** Ties relations to those of their passages that were found. */
  bind() {
    for (const node of this.nodes.values()) {
      for (const passage of node.passageIds ?? []) this.link(node.id, passage);
    }
  }

  /** Gives passages their names in the picture: their document, or how they begin where it has several. */
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
   * Gives every node the group that is nearest to it.
   *
   * @param groups the ids of the entities in the middle of each
   * @return how many entities each has
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

  /** The nodes that are tied to one, and there. */
  neighbours(id) {
    return [...this.around.get(id) ?? []].map((other) => this.nodes.get(other)).filter((node) => node.role !== "");
  }

  counts() {
    const counts = {};
    for (const node of this.present().filter((one) => !isLoose(one))) counts[node.role] = (counts[node.role] ?? 0) + 1;
    return counts;
  }

  /** What is there, for a file. */
  record() {
    const nodes = this.present().map(({ id, kind, text, role, order, number, score }) => ({ id, kind, text, role, order, number, score }));
    const there = new Set(nodes.map((node) => node.id));
    return { nodes, links: this.links.filter((link) => there.has(link.source) && there.has(link.target)).map((link) => ({ relation: link.source, to: link.target })) };
  }
}

function scored(item) {
  return { ...(item.score === undefined ? {} : { score: item.score }), ...(item.number === undefined ? {} : { number: item.number }) };
}
