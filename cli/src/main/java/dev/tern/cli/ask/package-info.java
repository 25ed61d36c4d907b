/** The commands that ask a graph: ask, chat, retrieve and demo. */
@NullMarked
package dev.tern.cli.ask;

import org.jspecify.annotations.NullMarked;
