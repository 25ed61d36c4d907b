package dev.tern.ingest.split;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.Section;
import dev.tern.graph.SourceDocument;
import dev.tern.model.TokenCounter;
import dev.tern.text.Sentences;
import dev.tern.text.WhiteSpace;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the splitter's promises with random documents in mixed scripts. */
class SentenceSplitterPropertiesTest {
    private static final int DOCUMENTS = 300;
    private static final String[] WORDS = {
        "tern", "Dr.", "J.", "S.", "Bach", "3.14", "e.g.", "état", "e\u0301tat", "Москва", "т.", "語", "日本語", "漢字。",
                "「行く。」",
        "हिन्दी", "क्या।", "العربية", "ذهبت؟", "ไปตลาด", "한국어", "👩‍🚀🎉", "🇩🇪🇫🇷", "𝒳𝒴", "(see", "there)",
                "\"Go!\"", "…", "a,b", "x;",
        "http://a.b/c?d=e", "-", "•", "1.", "\u200b", "\u00a0", "z\u0301\u0302\u0303"
    };
    private static final String[] ENDS = {
        ". ", "! ", "? ", "。", "؟ ", "। ", ", ", "; ", "、", "\n", "\n\n", "\r\n \r\n", "… ", " "
    };

    static List<Long> seeds() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        List<Long> seeds = new ArrayList<>(List.of(seed));
        Random random = new Random(seed);
        for (int i = 1; i < DOCUMENTS; i++) {
            seeds.add(random.nextLong());
        }
        return seeds;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyPromiseIsKept(long seed) {
        new Case(new Random(seed)).check();
    }

    private static final class Case {
        private final int limit;
        private final int overlap;
        private final TokenCounter counter;
        private final SourceDocument document;
        private final String text;
        private final SentenceSplitter splitter;

        Case(Random random) {
            limit = 16 + random.nextInt(random.nextBoolean() ? 30 : 300);
            overlap = random.nextInt(limit / 2 + 1);
            counter = random.nextBoolean()
                    ? TokenCounter.estimated()
                    : one -> (int) one.codePoints().filter(c -> c > ' ').count() / 3 + 1;
            StringBuilder made = new StringBuilder("x");
            int words = random.nextInt(random.nextBoolean() ? 60 : 600);
            for (int i = 0; i < words; i++) {
                made.append(WORDS[random.nextInt(WORDS.length)].repeat(random.nextInt(40) == 0 ? 50 : 1));
                made.append(random.nextInt(6) == 0 ? ENDS[random.nextInt(ENDS.length)] : " ".repeat(random.nextInt(3)));
            }
            text = made.toString();
            document = SourceDocument.of("d", text)
                    .withTitle(random.nextBoolean() ? "" : "title ".repeat(random.nextInt(40)))
                    .withSections(sections(random));
            splitter = SentenceSplitter.builder()
                    .tokenLimit(limit)
                    .overlap(overlap)
                    .counter(counter)
                    .build();
        }

        private List<Section> sections(Random random) {
            List<Section> sections = new ArrayList<>();
            int at = 0;
            int page = 0;
            while (random.nextInt(4) > 0 && at < text.length()) {
                at = Math.min(text.length(), at + random.nextInt(400));
                at -= isWithinPair(at) ? 1 : 0;
                sections.add(new Section(at, ++page, random.nextBoolean() ? "Same" : "Heading " + random.nextInt(3)));
            }
            return sections;
        }

        void check() {
            List<PassageText> pieces = splitter.split(document);
            assertThat(splitter.split(document)).isEqualTo(pieces);
            if (pieces.size() == 1 && pieces.getFirst().text().equals(text)) {
                return;
            }
            checkTexts(pieces);
            checkBounds(pieces);
            checkCoverage(pieces);
            checkHeadingsAndPages(pieces);
            checkOverlaps(pieces);
            SectionText.of(document).forEach(sectionText -> checkSentences(pieces, sectionText));
            checkCharacters(pieces);
        }

        private void checkTexts(List<PassageText> pieces) {
            int start = -1;
            int end = -1;
            for (PassageText piece : pieces) {
                String own = piece.text();
                assertThat(own)
                        .isEqualTo(text.substring(
                                piece.position().start(), piece.position().end()));
                assertThat(WhiteSpace.isSpace(own.charAt(0)) || WhiteSpace.isSpace(own.charAt(own.length() - 1)))
                        .isFalse();
                assertThat(piece.position().start()).isGreaterThan(start);
                assertThat(piece.position().end()).isGreaterThan(end);
                start = piece.position().start();
                end = piece.position().end();
            }
        }

        private int budget(PassageText piece) {
            return limit - Math.min(counter.count(lines(piece)), limit / 2);
        }

        /** Returns the lines that are embedded before the text. */
        private String lines(PassageText piece) {
            String embedded = passage(piece).textToEmbed();
            return embedded.substring(0, embedded.length() - piece.text().length());
        }

        private Passage passage(PassageText piece) {
            return Passage.of(document, 0, piece.text(), piece.position(), List.of(), Extraction.GIVEN);
        }

        private void checkBounds(List<PassageText> pieces) {
            for (PassageText piece : pieces) {
                assertThat(counter.count(piece.text())).isLessThanOrEqualTo(budget(piece));
                if (counter.count(lines(piece)) <= limit / 2) {
                    assertThat(counter.count(passage(piece).textToEmbed())).isLessThanOrEqualTo(limit);
                }
            }
        }

        private void checkCoverage(List<PassageText> pieces) {
            BitSet open = new BitSet();
            open.set(0, text.length());
            pieces.forEach(piece ->
                    open.clear(piece.position().start(), piece.position().end()));
            assertThat(open.stream().filter(at -> !WhiteSpace.isSpace(text.charAt(at))))
                    .isEmpty();
        }

        private void checkHeadingsAndPages(List<PassageText> pieces) {
            for (PassageText piece : pieces) {
                String heading = "";
                int page = 0;
                for (Section section : document.sections()) {
                    if (section.start() <= piece.position().start()) {
                        heading = section.heading();
                        page = section.page();
                    }
                }
                assertThat(piece.position().page()).isEqualTo(page);
                assertThat(piece.position().heading()).isEqualTo(heading);
                for (Section section : document.sections()) {
                    // A section without a character of its own counts for nothing.
                    int first = WhiteSpace.skip(text, section.start(), text.length());
                    if (first > piece.position().start()
                            && first < piece.position().end()
                            && isLastAt(section, first)) {
                        assertThat(section.heading()).isEqualTo(heading);
                    }
                }
            }
        }

        private boolean isLastAt(Section section, int first) {
            return document.sections().stream()
                    .filter(other -> other.start() <= first)
                    .reduce((one, other) -> other)
                    .orElseThrow()
                    .equals(section);
        }

        private void checkOverlaps(List<PassageText> pieces) {
            for (int i = 1; i < pieces.size(); i++) {
                int start = pieces.get(i).position().start();
                int end = pieces.get(i - 1).position().end();
                if (start < end) {
                    assertThat(counter.count(text.substring(start, end))).isLessThanOrEqualTo(overlap);
                }
            }
        }

        private void checkSentences(List<PassageText> pieces, SectionText sectionText) {
            int budget = limit - Math.min(counter.count(headLines(sectionText)), limit / 2);
            Sentences.forEach(text, sectionText.start(), sectionText.end(), (start, end) -> {
                if (new TokenMeasure(text, counter).fits(start, end, budget)) {
                    assertThat(pieces)
                            .as(text.substring(start, end))
                            .allMatch(piece -> isApart(piece, start, end) || isWhole(piece, start, end));
                }
            });
        }

        private static boolean isApart(PassageText piece, int start, int end) {
            return piece.position().end() <= start || piece.position().start() >= end;
        }

        private static boolean isWhole(PassageText piece, int start, int end) {
            return piece.position().start() <= start && piece.position().end() >= end;
        }

        private String headLines(SectionText sectionText) {
            String title = document.title().isEmpty() ? "" : document.title() + "\n";
            return sectionText.heading().isEmpty() ? title : title + sectionText.heading() + "\n";
        }

        private void checkCharacters(List<PassageText> pieces) {
            BitSet borders = new BitSet();
            BreakIterator characters = BreakIterator.getCharacterInstance(Locale.ROOT);
            for (SectionText sectionText : SectionText.of(document)) {
                characters.setText(text.substring(sectionText.start(), sectionText.end()));
                for (int at = characters.first(); at != BreakIterator.DONE; at = characters.next()) {
                    borders.set(sectionText.start() + at);
                }
            }
            for (PassageText piece : pieces) {
                for (int at :
                        new int[] {piece.position().start(), piece.position().end()}) {
                    if (at > 0 && at < text.length() && !WhiteSpace.isSpace(text.charAt(at - 1))) {
                        assertThat(borders.get(at))
                                .as("%x %x", (int) text.charAt(at - 1), (int) text.charAt(at))
                                .isTrue();
                    }
                    assertThat(isWithinPair(at)).isFalse();
                }
            }
        }

        private boolean isWithinPair(int at) {
            return at > 0
                    && at < text.length()
                    && Character.isHighSurrogate(text.charAt(at - 1))
                    && Character.isLowSurrogate(text.charAt(at));
        }
    }
}
