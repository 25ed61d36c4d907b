/** Tests of the parameters and their ranges. */
@NullMarked
package dev.tern.settings;

import org.jspecify.annotations.NullMarked;
