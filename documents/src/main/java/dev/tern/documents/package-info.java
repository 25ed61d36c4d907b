/**
 * Documents from places: files, folders, patterns, standard input and pages of the web.
 *
 * <p>Documents come from strangers. What is simple text is read here; every other format is parsed by a process of its
 * own, which may crash, hang or run out of memory without harm; nothing that a document names is ever fetched; everything
 * has a limit.
 */
@NullMarked
package dev.tern.documents;

import org.jspecify.annotations.NullMarked;
