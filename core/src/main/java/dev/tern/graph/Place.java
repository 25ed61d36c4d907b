package dev.tern.graph;

/**
 * Where a passage stands in its document, so that an answer can point at it.
 *
 * @param start the first character of the document's text that belongs to it, in UTF-16 units from 0
 * @param end the character behind the last, at least {@code start}
 * @param page the page on which it starts, from 1; 0 where a document has no pages
 * @param lastPage the page on which it ends, at least {@code page}
 * @param heading the headings over it, outermost first, joined by {@value #BETWEEN_HEADINGS}; empty where there are none
 */
public record Place(int start, int end, int page, int lastPage, String heading) {
    /** What stands between a heading and the one below it. */
    public static final String BETWEEN_HEADINGS = " > ";

    /** Checks that the values are in their ranges. */
    public Place {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("a passage goes from character " + start + " to " + end
                    + "; it starts at 0 or later and ends after");
        }
        if (page < 0) {
            throw new IllegalArgumentException("a passage is on page " + page + "; pages start at 1");
        }
        if (lastPage < page || (page == 0 && lastPage > 0)) {
            throw new IllegalArgumentException("a passage goes from page " + page + " to page " + lastPage);
        }
        heading = heading.strip();
    }

    /** A place on one page, or in a document that has none. */
    public Place(int start, int end, int page, String heading) {
        this(start, end, page, page, heading);
    }

    /** Its pages as a reader writes them: "3", "3-4", or nothing where a document has none. */
    public String pages() {
        if (page == 0) {
            return "";
        }
        return page == lastPage ? String.valueOf(page) : page + "-" + lastPage;
    }

    /** The place of a passage that is the whole of a document's text. */
    public static Place whole(String text) {
        return new Place(0, text.length(), 0, "");
    }
}
