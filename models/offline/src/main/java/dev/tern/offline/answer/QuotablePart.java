package dev.tern.offline.answer;

import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.store.SearchWords;
import dev.tern.text.Clauses;
import dev.tern.text.WhiteSpace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A part of a passage that can be quoted: a sentence, a clause, a row of a table, an item of a
 * list, a line of a chat; but no heading and no mail header.
 *
 * @param passage the index of the passage among the answer's passages, from 0
 * @param index the index among the parts of the passage, from 0; headings and headers have one too
 * @param text the part in one line; a longer part is split, with an ellipsis at each cut
 * @param headings the title of the passage, and the headings and mail header lines above the part
 * @param isRow {@link #isRow(String)} of the text
 */
record QuotablePart(int passage, int index, String text, String headings, boolean isRow) {
    /** The maximum length of a part, in UTF-16 units; a longer part is split. */
    static final int MAX_SENTENCE_LENGTH = 400;
    /** The maximum number of parts of all passages together; the rest is ignored. */
    static final int MAX_SENTENCES = 1_000;
    /** The minimum number of words; shorter parts are mostly signatures or exclamations. */
    private static final int MIN_WORDS = 3;

    private static final int WITH_COMMA = 6;
    /** The name of a column in a row of a table. */
    static final Pattern FIELD = Pattern.compile("(?:^|;\\h)[^:;]{1,40}:\\h");

    private static final String ELLIPSIS = "…";

    private static final Set<String> MAIL = AnswerWords.ofAll("mail");

    /** Returns true for a text with two or more column names, as in a table row. */
    static boolean isRow(String text) {
        return text.indexOf(':') >= 0 && FIELD.matcher(text).results().limit(2).count() == 2;
    }

    /** Returns the parts of passages, of equal texts the first; at most {@value #MAX_SENTENCES}. */
    static List<QuotablePart> of(List<Passage> passages) {
        List<QuotablePart> sentences = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (int passage = 0; passage < passages.size(); passage++) {
            of(passage, passages.get(passage)).stream()
                    .filter(part ->
                            SearchWords.of(part.text()).size() >= (part.text().endsWith(",") ? WITH_COMMA : MIN_WORDS))
                    .filter(sentence -> sentences.size() < MAX_SENTENCES && known.add(sentence.text()))
                    .forEach(sentences::add);
        }
        return sentences;
    }

    private static List<QuotablePart> of(int index, Passage passage) {
        Set<String> headings = new HashSet<>();
        headings.add(EntityName.normalise(passage.title()));
        for (String heading : passage.position().heading().split(Position.BETWEEN_HEADINGS, -1)) {
            headings.add(EntityName.normalise(heading));
        }
        String above = passage.title() + "\n" + passage.position().heading();
        String heading = "";
        StringBuilder head = new StringBuilder();
        boolean wasHead = false;
        List<QuotablePart> quotable = new ArrayList<>();
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
                    quotable.add(new QuotablePart(index, place++, piece, over, isRow(piece)));
                }
            }
            wasHead = part.isHead();
        }
        return quotable;
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
