/**
 * Loads documents from files, folders, patterns, standard input and web pages.
 *
 * <p>Documents are untrusted. Plain text is read in this process; every other format is parsed in a
 * separate one, which may crash, hang or exhaust its memory without harm. Links in documents are
 * never followed, and everything is limited.
 */
@NullMarked
package dev.tern.documents;

import org.jspecify.annotations.NullMarked;
