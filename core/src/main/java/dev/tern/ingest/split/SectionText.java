package dev.tern.ingest.split;

import dev.tern.graph.Position;
import dev.tern.graph.Section;
import dev.tern.graph.SourceDocument;
import dev.tern.text.WhiteSpace;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of a document's text under one heading, possibly on several pages. Never blank.
 *
 * @param start its first character, after leading white space
 * @param body {@code start}, or the start of the text after leading headings
 * @param end its end, exclusive, without trailing white space
 * @param heading the heading, as in {@link Position#heading}
 */
record SectionText(int start, int body, int end, String heading) {
    /** Returns the parts of a document in order, covering all but white space. */
    static List<SectionText> of(SourceDocument document) {
        List<SectionText> parts = new ArrayList<>();
        String text = document.text();
        String heading = "";
        int start = 0;
        for (Section section : document.sections()) {
            int end = between(text, section.start());
            add(parts, text, start, end, heading);
            heading = section.heading();
            start = end;
        }
        add(parts, text, start, text.length(), heading);
        return parts;
    }

    /** Returns the headings shared by all sections: the common beginning of their paths. */
    static String commonHeading(List<SectionText> parts) {
        List<String> common = path(parts.getFirst().heading());
        for (SectionText sectionText : parts) {
            List<String> path = path(sectionText.heading());
            int same = 0;
            while (same < Math.min(common.size(), path.size())
                    && common.get(same).equals(path.get(same))) {
                same++;
            }
            common = common.subList(0, same);
        }
        return String.join(Position.BETWEEN_HEADINGS, common);
    }

    private static void add(List<SectionText> parts, String text, int start, int end, String heading) {
        int first = WhiteSpace.skip(text, start, end);
        if (first == end) {
            return;
        }
        int begin = first;
        if (!parts.isEmpty() && parts.getLast().joins(heading, text)) {
            begin = parts.removeLast().start;
        }
        parts.add(new SectionText(begin, first, WhiteSpace.skipBack(text, first, end), heading));
    }

    /** Returns true if the next part has the same heading, or this part is only a heading of it. */
    private boolean joins(String next, String text) {
        if (next.equals(heading)) {
            return true;
        }
        boolean below = next.startsWith(heading + Position.BETWEEN_HEADINGS);
        return below
                && end - body <= heading.length()
                && path(heading).getLast().equals(text.substring(body, end));
    }

    private static List<String> path(String heading) {
        return heading.isEmpty() ? List.of("") : List.of(heading.split(Position.BETWEEN_HEADINGS, -1));
    }

    /** Returns an offset that is not within a surrogate pair. */
    private static int between(String text, int at) {
        boolean within = at > 0
                && at < text.length()
                && Character.isLowSurrogate(text.charAt(at))
                && Character.isHighSurrogate(text.charAt(at - 1));
        return within ? at - 1 : at;
    }
}
