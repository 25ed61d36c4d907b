/** The settings of a server: address, keys and limits. */
@NullMarked
package dev.tern.server.settings;

import org.jspecify.annotations.NullMarked;
