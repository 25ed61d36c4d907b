/** Checks the citations of answers, and finds sentences and names that led to them. */
@NullMarked
package dev.tern.query.cite;

import org.jspecify.annotations.NullMarked;
