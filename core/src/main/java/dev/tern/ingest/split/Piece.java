package dev.tern.ingest.split;

import dev.tern.graph.Place;

/**
 * A part of a document's text that becomes a passage.
 *
 * @param text the text, never blank
 * @param place its position in the document
 */
public record Piece(String text, Place place) {}
