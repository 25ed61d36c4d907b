/** Tests of splitting texts into sentences and words. */
@NullMarked
package dev.tern.text;

import org.jspecify.annotations.NullMarked;
