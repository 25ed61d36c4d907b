/**
 * Loads documents from files, folders, patterns, standard input and web pages.
 *
 * <p>Documents are untrusted. Text, csv, tsv, corpora, JSON up to 1 MiB and Markdown up to 16 KiB
 * are parsed in this process. Other formats are parsed in a separate process, which may crash, hang
 * or run out of memory without harm. Links in documents are never followed.
 */
@NullMarked
package dev.tern.documents;

import org.jspecify.annotations.NullMarked;
