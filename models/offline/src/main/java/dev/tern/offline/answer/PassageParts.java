package dev.tern.offline.answer;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.store.SearchWords;
import dev.tern.text.Clauses;
import dev.tern.text.Language;
import dev.tern.text.WhiteSpace;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The parts of one passage that can be quoted, with distinct texts, and their words. Thread-safe. */
final class PassageParts {
    /** The maximum length of a part, in UTF-16 units; a longer part is split. */
    static final int MAX_SENTENCE_LENGTH = 400;
    /** The maximum number of parts of all passages together; the rest is ignored. */
    static final int MAX_PARTS = 1_000;
    /** The minimum number of words; shorter parts are mostly signatures or exclamations. */
    private static final int MIN_WORDS = 3;

    private static final int WITH_COMMA = 6;

    private static final String ELLIPSIS = "…";

    private static final Set<String> MAIL = AnswerWords.ofAll("mail");

    private final Passage passage;
    private final Language language;
    private final List<PassagePart> parts = new ArrayList<>();
    private final Map<Language, PassageWords> words = new EnumMap<>(Language.class);

    PassageParts(Passage passage) {
        this.passage = passage;
        language = Language.of(passage.text());
        Set<String> known = new HashSet<>();
        for (PassagePart part : all(passage)) {
            if (parts.size() < MAX_PARTS
                    && SearchWords.of(part.text()).size() >= (part.text().endsWith(",") ? WITH_COMMA : MIN_WORDS)
                    && known.add(part.text())) {
                parts.add(part);
            }
        }
    }

    Passage passage() {
        return passage;
    }

    /** Returns the language of the text. */
    Language language() {
        return language;
    }

    List<PassagePart> parts() {
        return parts;
    }

    /** Returns the first sentence of the passage, which mostly names its subject; empty for a row. */
    String opening() {
        return parts.getFirst().isRow() ? "" : parts.getFirst().text();
    }

    /**
     * Returns the content words of some of the parts for a question; those of all parts are kept
     * for other questions in the language.
     */
    PassageWords words(List<PassagePart> some, ContentWords asked) {
        if (asked.hasOtherNames() || some.size() < parts.size()) {
            return new PassageWords(passage, some, asked);
        }
        synchronized (words) {
            return words.computeIfAbsent(asked.language(), absent -> new PassageWords(passage, parts, asked));
        }
    }

    private static List<PassagePart> all(Passage passage) {
        Set<String> headings = new HashSet<>();
        headings.add(EntityName.normalise(passage.title()));
        for (String heading : passage.position().heading().split(Position.BETWEEN_HEADINGS, -1)) {
            headings.add(EntityName.normalise(heading));
        }
        String above = passage.title() + "\n" + passage.position().heading();
        String heading = "";
        StringBuilder head = new StringBuilder();
        boolean wasHead = false;
        List<PassagePart> quotable = new ArrayList<>();
        int place = 0;
        for (Clauses.ClausePart part :
                Clauses.of(passage.text(), field -> MAIL.contains(field.toLowerCase(Locale.ROOT)))) {
            String line = WhiteSpace.fold(part.text());
            if (part.isHeading() || headings.contains(EntityName.normalise(line))) {
                heading = line;
                place++;
            } else if (part.isHead()) {
                head.setLength(wasHead ? head.length() : 0);
                head.append('\n').append(line);
                place++;
            } else {
                String over = above + "\n" + heading + head;
                for (String piece : pieces(line)) {
                    quotable.add(part(place++, piece, over));
                }
            }
            wasHead = part.isHead();
        }
        return quotable;
    }

    private static PassagePart part(int index, String text, String headings) {
        return new PassagePart(
                index,
                text,
                headings,
                PassagePart.isRow(text),
                AnswerKind.asks(text),
                Pronouns.opens(text),
                !NameSpans.capitalised(text).isEmpty());
    }

    private static List<String> pieces(String line) {
        List<String> texts = new ArrayList<>();
        int from = 0;
        while (line.length() - from > MAX_SENTENCE_LENGTH) {
            int max = from + MAX_SENTENCE_LENGTH;
            int space = line.lastIndexOf(' ', max);
            int end = space > from ? space + 1 : max - (Character.isHighSurrogate(line.charAt(max - 1)) ? 1 : 0);
            texts.add((from > 0 ? ELLIPSIS : "") + line.substring(from, end).strip() + ELLIPSIS);
            from = end;
        }
        if (from < line.length()) {
            texts.add((from > 0 ? ELLIPSIS : "") + line.substring(from).strip());
        }
        return texts;
    }
}
