/**
 * The limits of a server, each with its key, default and range; and the folders and sites that it
 * may read.
 */
@NullMarked
package dev.tern.app.limits;

import org.jspecify.annotations.NullMarked;
