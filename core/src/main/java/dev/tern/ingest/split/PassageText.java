package dev.tern.ingest.split;

import dev.tern.graph.Position;

/**
 * A part of a document's text that becomes a passage.
 *
 * @param text the text, never blank
 * @param position its position in the document
 */
public record PassageText(String text, Position position) {}
