/**
 * Graphs as models of OpenAI's API, for the programs that speak it: {@code /v1/models} lists them, {@code /v1/chat/completions} asks
 * one. A conversation comes whole with each request, as everywhere in that API: its last message of the user is the question, those
 * before it are what the question follows from.
 */
@NullMarked
package dev.tern.openai;

import org.jspecify.annotations.NullMarked;
