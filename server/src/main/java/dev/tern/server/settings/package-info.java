/** What can be set of a server: its address and its keys, with the limits of what it allows. */
@NullMarked
package dev.tern.server.settings;

import org.jspecify.annotations.NullMarked;
