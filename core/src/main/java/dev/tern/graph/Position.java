package dev.tern.graph;

/**
 * The position of a passage in its document.
 *
 * @param start its first character in the document's text, in UTF-16 units from 0
 * @param end its end, exclusive, at least {@code start}
 * @param page the page on which it starts, from 1; 0 where a document has no pages
 * @param lastPage the page on which it ends, at least {@code page}; 0 where a document has no pages
 * @param heading the headings over the passage, outermost first, joined by {@value
 *     #BETWEEN_HEADINGS}; empty if there are none
 */
public record Position(int start, int end, int page, int lastPage, String heading) {
    /** The separator of headings. */
    public static final String BETWEEN_HEADINGS = " > ";

    public Position {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("a passage goes from character " + start + " to " + end
                    + "; it must start at 0 or later and end at or after its start");
        }
        if (page < 0) {
            throw new IllegalArgumentException("a passage is on page " + page + "; pages start at 1");
        }
        if (lastPage < page || (page == 0 && lastPage > 0)) {
            throw new IllegalArgumentException("a passage goes from page " + page + " to page " + lastPage);
        }
        heading = heading.strip();
    }

    /** Creates a position on one page, or in a document without pages. */
    public Position(int start, int end, int page, String heading) {
        this(start, end, page, page, heading);
    }

    /** Returns its pages as a reader writes them: "3", "3-4", or empty without pages. */
    public String pages() {
        if (page == 0) {
            return "";
        }
        return page == lastPage ? String.valueOf(page) : page + "-" + lastPage;
    }

    /** Returns the characters, pages and headings, as in "characters 0 to 120, p. 3, Mills". */
    @Override
    public String toString() {
        return "characters " + start + " to " + end + (page == 0 ? "" : ", p. " + pages())
                + (heading.isEmpty() ? "" : ", " + heading);
    }

    /** Returns the position of a passage that is a whole document. */
    public static Position ofDocument(String text) {
        return new Position(0, text.length(), 0, "");
    }
}
