@NullMarked
package dev.tern.query.rerank;

import org.jspecify.annotations.NullMarked;
