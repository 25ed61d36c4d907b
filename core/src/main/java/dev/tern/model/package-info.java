/**
 * Access to models: {@link dev.tern.model.TextEmbedder} and {@link dev.tern.model.MeteredChat} over
 * LangChain4j's interfaces, with calls and tokens counted by a {@link dev.tern.model.Meter}.
 */
@NullMarked
package dev.tern.model;

import org.jspecify.annotations.NullMarked;
