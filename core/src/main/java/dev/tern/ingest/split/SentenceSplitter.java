package dev.tern.ingest.split;

import dev.tern.error.TernException;
import dev.tern.graph.Position;
import dev.tern.graph.Section;
import dev.tern.graph.SourceDocument;
import dev.tern.model.TokenCounter;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits documents into passages of whole sentences with a limited number of tokens. Immutable, and
 * thread-safe if the counter is.
 * <ul>
 *   <li>A document that fits is one passage, even if it has several headings, and its text stays as
 *       it is.
 *   <li>Title, headings and text of a passage have at most {@code tokenLimit} tokens together. If
 *       title and headings take more than half, the text still gets half; the passage then exceeds
 *       the limit, and the model may truncate it.
 *   <li>A sentence is split only if it does not fit: after a line, otherwise after a clause,
 *       otherwise after a word. Text without white space is split between grapheme clusters, and a
 *       cluster that does not fit, between code points.
 *   <li>If the document does not fit, a passage never has text under different headings, but may
 *       have text of several pages; its position has the first and the last. A heading directly
 *       followed by a subheading belongs to the first passage under the subheading.
 *   <li>A nearly full passage ends between paragraphs if possible, and a tiny last passage under a
 *       heading takes text from the passage before it.
 *   <li>A passage repeats the last whole sentences of the passage before it under the same heading,
 *       up to {@code overlap} tokens.
 * </ul>
 *
 * <p>Together the passages contain every character but white space. Equal documents are split
 * equally. Time is linear in the length of the text.
 */
public final class SentenceSplitter implements Splitter {
    /** The default maximum number of tokens of a passage with its title and headings. */
    public static final int DEFAULT_TOKEN_LIMIT = 256;

    /** The default maximum number of tokens that a passage repeats from the previous passage. */
    public static final int DEFAULT_OVERLAP = 32;

    private static final int MIN_LIMIT = 16;
    private static final int MAX_LIMIT = 1_000_000;

    private final int tokenLimit;
    private final int overlap;
    private final TokenCounter counter;

    private SentenceSplitter(int tokenLimit, int overlap, TokenCounter counter) {
        this.tokenLimit = tokenLimit;
        this.overlap = overlap;
        this.counter = counter;
    }

    /** Returns a builder with a limit of 256 estimated tokens and an overlap of 32. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public List<PassageText> split(SourceDocument document) {
        String text = document.text();
        TokenMeasure measure = new TokenMeasure(text, counter);
        List<SectionText> sectionTexts = SectionText.of(document);
        String common = SectionText.commonHeading(sectionTexts);
        if (measure.fits(0, text.length(), budget(document, common))) {
            Position at = positionOf(document, sectionTexts.getFirst().start(), text.length(), common);
            return List.of(new PassageText(text, new Position(0, text.length(), at.page(), at.lastPage(), common)));
        }
        List<PassageText> pieces = new ArrayList<>();
        for (SectionText sectionText : sectionTexts) {
            int budget = budget(document, sectionText.heading());
            PassagePacker packer = new PassagePacker(
                    budget,
                    Math.min(overlap, budget / 2),
                    (start, end) -> pieces.add(new PassageText(
                            text.substring(start, end), positionOf(document, start, end, sectionText.heading()))));
            UnitSplitter.of(measure, sectionText, budget, packer::add);
            packer.end();
        }
        return pieces;
    }

    /** Returns the number of tokens left for text beside the title and a heading. */
    private int budget(SourceDocument document, String heading) {
        String lines = lines(document.title()) + lines(heading);
        return tokenLimit - Math.min(TokenMeasure.tokens(lines, counter), tokenLimit / 2);
    }

    private static String lines(String line) {
        return line.isEmpty() ? "" : line + "\n";
    }

    private static Position positionOf(SourceDocument document, int start, int end, String heading) {
        int first = page(document, start);
        int last = page(document, end - 1);
        return new Position(start, end, first == 0 ? last : first, Math.max(first, last), heading);
    }

    /** Returns the page of a character; 0 if it has none. */
    private static int page(SourceDocument document, int at) {
        List<Section> sections = document.sections();
        int next = RangeSearch.firstThat(sections, section -> section.start() > at);
        return next == 0 ? 0 : sections.get(next - 1).page();
    }

    /** Returns a splitter with the passage length and overlap of parameters, estimating tokens. */
    public static Splitter of(Parameters parameters) {
        return of(parameters, parameters.get(Parameter.PASSAGE_TOKENS), TokenCounter.estimated());
    }

    /** Returns a splitter with the overlap of parameters, at most half a passage. */
    public static Splitter of(Parameters parameters, int tokenLimit, TokenCounter counter) {
        return builder()
                .tokenLimit(tokenLimit)
                .overlap(Math.min(parameters.get(Parameter.OVERLAP_TOKENS), tokenLimit / 2))
                .counter(counter)
                .build();
    }

    /** A builder of splitters, with defaults for all settings. Not thread-safe. */
    public static final class Builder {
        private int tokenLimit = DEFAULT_TOKEN_LIMIT;
        private @Nullable Integer overlap;
        private TokenCounter counter = TokenCounter.estimated();

        private Builder() {}

        /** Sets the maximum tokens of a passage with its title and headings, 16 to 1,000,000. */
        public Builder tokenLimit(int value) {
            tokenLimit = value;
            return this;
        }

        /** Sets the maximum repeated tokens, 0 to half the limit; default 32 or, if less, half. */
        public Builder overlap(int value) {
            overlap = value;
            return this;
        }

        /** Sets the counter of tokens; {@link TokenCounter#estimated} unless set. */
        public Builder counter(TokenCounter value) {
            counter = value;
            return this;
        }

        /**
         * Builds the splitter as configured.
         *
         * @throws TernException if a value is out of its range
         */
        public SentenceSplitter build() {
            if (tokenLimit < MIN_LIMIT || tokenLimit > MAX_LIMIT) {
                throw TernException.user("a passage may have " + tokenLimit + " tokens; the limit must be between "
                        + MIN_LIMIT + " and " + MAX_LIMIT);
            }
            int max = tokenLimit / 2;
            int chosen = overlap == null ? Math.min(DEFAULT_OVERLAP, max) : overlap;
            if (chosen < 0 || chosen > max) {
                throw TernException.user("passages overlap by " + chosen + " tokens; with at most " + tokenLimit
                        + " tokens a passage it must be between 0 and " + max);
            }
            return new SentenceSplitter(tokenLimit, chosen, counter);
        }
    }
}
