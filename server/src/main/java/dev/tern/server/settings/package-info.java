/** The settings of a server: address, keys, limits and traces. */
@NullMarked
package dev.tern.server.settings;

import org.jspecify.annotations.NullMarked;
