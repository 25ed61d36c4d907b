/**
 * Overview mode as far as the method knows of it: {@link dev.tern.query.overview.Spreading} is what another module does, and the rest
 * is what comes of it.
 */
@NullMarked
package dev.tern.query.overview;

import org.jspecify.annotations.NullMarked;
