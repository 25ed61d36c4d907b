/** The snippets of the pages: compiled, run, and compared. */
@NullMarked
package dev.tern.docs;

import org.jspecify.annotations.NullMarked;
