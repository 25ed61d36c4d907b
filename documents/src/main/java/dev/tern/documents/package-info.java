/**
 * Loads documents from files, folders, patterns, standard input and web pages.
 *
 * <p>Documents are untrusted. Text, csv and tsv, JSON up to 1 MiB and Markdown up to 16 KiB are
 * parsed in this process; every other format in a separate one, which may crash, hang or exhaust
 * its memory without harm. Links in documents are never followed, and everything is limited.
 */
@NullMarked
package dev.tern.documents;

import org.jspecify.annotations.NullMarked;
