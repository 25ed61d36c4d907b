package dev.tern.transfer.verify;

import dev.tern.store.RowKind;

/**
 * A problem of a graph.
 *
 * @param flaw the kind of the problem, for programs
 * @param words the description of the problem, for people
 */
public record RowProblem(RowKind kind, String id, ProblemKind flaw, String words) {}
