/** The command and the endpoints of themes. */
@NullMarked
package dev.tern.theme.command;

import org.jspecify.annotations.NullMarked;
