/** Orders what the walk reached: by a chat model, or by propagation and similarity. */
@NullMarked
package dev.tern.query.rerank;

import org.jspecify.annotations.NullMarked;
