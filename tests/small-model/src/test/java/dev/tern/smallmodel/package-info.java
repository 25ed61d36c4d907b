/** Tests with a real language model, which is small and bad: whatever it says, nothing breaks. */
@NullMarked
package dev.tern.smallmodel;

import org.jspecify.annotations.NullMarked;
