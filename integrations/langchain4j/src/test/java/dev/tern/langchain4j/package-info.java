/** Tests of the integration with LangChain4j. */
@NullMarked
package dev.tern.langchain4j;

import org.jspecify.annotations.NullMarked;
