/**
 * What people say of a graph beside its passages: {@link dev.tern.note.Note}, of which an {@link dev.tern.note.Alias} is one
 * kind. Nothing here is written on passages, so nothing that is added again undoes it.
 */
@NullMarked
package dev.tern.note;

import org.jspecify.annotations.NullMarked;
