/** What the pages show: compiled, run, and the same letter for letter. */
@NullMarked
package dev.tern.docs;

import org.jspecify.annotations.NullMarked;
