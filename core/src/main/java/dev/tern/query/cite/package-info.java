/** Checks the citations of answers. */
@NullMarked
package dev.tern.query.cite;

import org.jspecify.annotations.NullMarked;
