/** What can be set of a server: its address, its keys, its limits. */
@NullMarked
package dev.tern.server.settings;

import org.jspecify.annotations.NullMarked;
