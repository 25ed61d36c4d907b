/** Reads text in pictures with the models of PP-OCR, or with Tesseract. */
@NullMarked
package dev.tern.documents.ocr;

import org.jspecify.annotations.NullMarked;
