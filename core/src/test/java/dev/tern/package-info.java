/** Tests of the front door. */
@NullMarked
package dev.tern;

import org.jspecify.annotations.NullMarked;
