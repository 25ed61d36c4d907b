/** Tests of the theme search. */
@NullMarked
package dev.tern.theme.leiden;

import org.jspecify.annotations.NullMarked;
