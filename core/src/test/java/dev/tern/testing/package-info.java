/** Hand-written fakes that the tests of core share: an embedding model, a chat model and a store that remembers. */
@NullMarked
package dev.tern.testing;

import org.jspecify.annotations.NullMarked;
