/** Tests. */
@NullMarked
package dev.tern.langchain4j;

import org.jspecify.annotations.NullMarked;
