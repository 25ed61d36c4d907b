/**
 * The interface of overview mode: another module implements {@link
 * dev.tern.query.overview.PassageSpreader}; the other types are its results.
 */
@NullMarked
package dev.tern.query.overview;

import org.jspecify.annotations.NullMarked;
