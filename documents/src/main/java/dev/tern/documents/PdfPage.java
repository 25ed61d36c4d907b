package dev.tern.documents;

import java.util.List;

/**
 * A page of a PDF.
 *
 * @param words what is written, in the order of the file
 * @param rulings what lines are drawn
 */
record PdfPage(List<PdfWord> words, List<Ruling> rulings) {}
