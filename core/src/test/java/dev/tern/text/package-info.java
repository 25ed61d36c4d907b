/** Tests of where texts can be cut. */
@NullMarked
package dev.tern.text;

import org.jspecify.annotations.NullMarked;
