/** A LangChain4j assistant with a graph as context. */
@NullMarked
package example.langchain4j;

import org.jspecify.annotations.NullMarked;
