/** Tests of finding themes. */
@NullMarked
package dev.tern.theme.leiden;

import org.jspecify.annotations.NullMarked;
