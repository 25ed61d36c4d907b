package dev.tern.graph;

/**
 * The page and heading of a document's text from an offset to the next section.
 *
 * @param start the first character, in UTF-16 units from 0
 * @param page the page, from 1; 0 if the document has no pages
 * @param heading as in {@link Position#heading}
 */
public record Section(int start, int page, String heading) {
    public Section {
        if (start < 0) {
            throw new IllegalArgumentException("a section starts at character " + start + "; it must be 0 or later");
        }
        if (page < 0) {
            throw new IllegalArgumentException("a section is on page " + page + "; pages start at 1");
        }
        heading = heading.strip();
    }
}
