package dev.tern.documents;

import java.util.List;

/**
 * The content of a PDF page.
 *
 * @param words the words, in the order of the file
 * @param rulings the drawn lines
 */
record PdfPage(List<PdfWord> words, List<RuledLine> rulings) {}
