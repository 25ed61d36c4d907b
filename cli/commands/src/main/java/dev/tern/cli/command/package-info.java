/** Base classes of commands and groups of options. */
@NullMarked
package dev.tern.cli.command;

import org.jspecify.annotations.NullMarked;
