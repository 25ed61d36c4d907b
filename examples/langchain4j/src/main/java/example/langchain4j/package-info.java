/** An assistant of LangChain4j that is shown what a graph finds. */
@NullMarked
package example.langchain4j;

import org.jspecify.annotations.NullMarked;
