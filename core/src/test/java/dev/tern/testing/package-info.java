/** Hand-written fakes that tests share: an embedding model, a chat model, a store that remembers, a disk that fails. */
@NullMarked
package dev.tern.testing;

import org.jspecify.annotations.NullMarked;
