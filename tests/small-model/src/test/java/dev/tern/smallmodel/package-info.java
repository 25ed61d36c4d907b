/** Tests with a real language model, which is small and bad: no reply of it breaks anything. */
@NullMarked
package dev.tern.smallmodel;

import org.jspecify.annotations.NullMarked;
