package dev.tern.documents;

import dev.tern.graph.OcrSpan;
import dev.tern.graph.Section;
import dev.tern.graph.Table;
import java.util.List;

/**
 * What a format gives.
 *
 * @param text the text
 * @param sections its pages and headings
 * @param tables its tables
 * @param ocrSpans what of the text was read in pictures
 * @param title the title that the format keeps, else its first heading, else empty
 * @param type the media type
 * @param author who wrote it, or empty
 * @param date when it was made, or empty
 * @param note what was changed in reading, a clause, or empty
 * @param letter the facts of a mail message
 */
record Parsed(
        String text,
        List<Section> sections,
        List<Table> tables,
        List<OcrSpan> ocrSpans,
        String title,
        String type,
        String author,
        String date,
        String note,
        Letter letter) {
    Parsed {
        sections = List.copyOf(sections);
        tables = List.copyOf(tables);
        ocrSpans = List.copyOf(ocrSpans);
    }

    /** One of whose text nothing was read in pictures. */
    Parsed(
            String text,
            List<Section> sections,
            List<Table> tables,
            String title,
            String type,
            String author,
            String date,
            String note) {
        this(text, sections, tables, List.of(), title, type, author, date, note, Letter.NONE);
    }

    /** This with what of the text was read in pictures. */
    Parsed with(List<OcrSpan> newSpans) {
        return new Parsed(text, sections, tables, newSpans, title, type, author, date, note, letter);
    }

    /** This with the facts of a message. */
    Parsed with(Letter newLetter) {
        return new Parsed(text, sections, tables, ocrSpans, title, type, author, date, note, newLetter);
    }
}
