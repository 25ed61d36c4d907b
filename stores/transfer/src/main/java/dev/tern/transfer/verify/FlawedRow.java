package dev.tern.transfer.verify;

import dev.tern.store.RowKind;

/**
 * Something that is wrong with a graph.
 *
 * @param kind the kind of the row
 * @param id its id
 * @param flaw what is wrong, for programs
 * @param words what is wrong, for people
 */
public record FlawedRow(RowKind kind, String id, Flaw flaw, String words) {}
