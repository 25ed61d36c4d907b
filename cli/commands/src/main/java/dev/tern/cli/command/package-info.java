/** What all commands share: the base classes and the groups of options. */
@NullMarked
package dev.tern.cli.command;

import org.jspecify.annotations.NullMarked;
