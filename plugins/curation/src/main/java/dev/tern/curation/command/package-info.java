/** Edits in the command line, over HTTP and for agents. */
@NullMarked
package dev.tern.curation.command;

import org.jspecify.annotations.NullMarked;
