package dev.tern.documents;

import dev.tern.graph.OcrSpan;
import dev.tern.graph.Section;
import dev.tern.graph.Table;
import java.util.List;

/**
 * The result of parsing a file.
 *
 * @param sections its pages and headings
 * @param ocrSpans parts of the text that were read in pictures
 * @param title the declared title, else usually the first heading; may be empty
 * @param author the author, or empty
 * @param date the date of creation, or of sending a message; or empty
 * @param remark a clause on changes made in reading, or empty
 * @param mail the header fields of a mail message, else {@link MailHeader#NONE}
 */
record ParsedFile(
        String text,
        List<Section> sections,
        List<Table> tables,
        List<OcrSpan> ocrSpans,
        String title,
        String type,
        String author,
        String date,
        String remark,
        MailHeader mail) {
    ParsedFile {
        sections = List.copyOf(sections);
        tables = List.copyOf(tables);
        ocrSpans = List.copyOf(ocrSpans);
    }

    /** Creates a result without OCR spans and without the header of a message. */
    ParsedFile(
            String text,
            List<Section> sections,
            List<Table> tables,
            String title,
            String type,
            String author,
            String date,
            String remark) {
        this(text, sections, tables, List.of(), title, type, author, date, remark, MailHeader.NONE);
    }

    /** Returns a copy with other OCR spans. */
    ParsedFile with(List<OcrSpan> newSpans) {
        return new ParsedFile(text, sections, tables, newSpans, title, type, author, date, remark, mail);
    }

    /** Returns a copy with other header fields of a message. */
    ParsedFile with(MailHeader newMail) {
        return new ParsedFile(text, sections, tables, ocrSpans, title, type, author, date, remark, newMail);
    }
}
