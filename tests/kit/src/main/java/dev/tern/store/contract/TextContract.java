package dev.tern.store.contract;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.passage;
import static dev.tern.store.contract.Samples.titled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Tests of full-text search. If the database does not support it, a full-text search of a non-empty
 * graph throws with the same message; the rest of the contract still applies.
 */
interface TextContract extends OpenGraph {
    /** Returns false only if the database behind the store has no full-text search. */
    default boolean findsWords() {
        return true;
    }

    /**
     * Asserts the result of a search, in order; without full-text search, that the search throws.
     */
    private void assertFound(GraphStore store, String question, int limit, List<Passage> expected) {
        if (findsWords()) {
            assertThat(store.latest().fullTextMissing()).isEmpty();
            List<Scored<Passage>> found = store.latest().passagesByText(question, limit);
            assertThat(found).as(question).extracting(Scored::value).isEqualTo(expected);
            assertThat(found)
                    .as(question)
                    .extracting(Scored::score)
                    .allMatch(score -> score > 0)
                    .isSortedAccordingTo(Comparator.reverseOrder());
        } else {
            String missing = store.latest().fullTextMissing().orElse("");
            assertThat(missing).contains("full-text search");
            assertThatThrownBy(() -> store.latest().passagesByText(question, limit))
                    .isInstanceOf(TernException.class)
                    .hasMessage(missing);
        }
    }

    private void assertFound(GraphStore store, String question, Passage... expected) {
        assertFound(store, question, 10, List.of(expected));
    }

    @Test
    default void passagesThatShareWordsWithAQuestionAreFoundBestFirst() {
        Passage both = passage("a", 0, "The kestrel left its quarry.");
        Passage one = passage("b", 0, "A kestrel hovers over the meadow for a long while.");
        Passage none = passage("c", 0, "It rains in the valley.");
        try (GraphStore store = openEmpty()) {
            store.write(batch(none, one, both));
            assertFound(store, "Which kestrel, which quarry?", both, one);
            assertFound(store, "Kestrels or quarries?");
            assertFound(store, "valley", none);
        }
    }

    @Test
    default void aRareWordCountsMoreThanACommonOne() {
        List<Passage> bridges = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            bridges.add(passage("d" + i, 0, "bridge number " + i));
        }
        Passage viaduct = passage("v", 0, "viaduct number nine");
        List<Passage> all = new ArrayList<>(bridges);
        all.add(viaduct);
        try (GraphStore store = openEmpty()) {
            store.write(batch(all));
            assertFound(store, "bridge or viaduct", 1, List.of(viaduct));
            assertFound(store, "bridge 3 or bridge 5 of bridges", 2, sorted(bridges.get(3), bridges.get(5)));
        }
    }

    private static List<Passage> sorted(Passage... passages) {
        return List.of(passages).stream()
                .sorted(Comparator.comparing(Passage::id))
                .toList();
    }

    @Test
    default void theTitleIsSearchedToo() {
        Passage kittiwake = titled("a", 0, "Kittiwake (bird)", "It nests on cliffs.");
        Passage other = titled("b", 0, "Puffin", "It nests in burrows.");
        try (GraphStore store = openEmpty()) {
            store.write(batch(kittiwake, other));
            assertFound(store, "Where does the kittiwake breed?", kittiwake);
            assertFound(store, "a bird", kittiwake);
        }
    }

    @Test
    default void wordsOfEveryScriptAreFound() {
        Map<String, String> textByQuestion = new LinkedHashMap<>();
        textByQuestion.put("谁是数学家欧拉的老师？", "欧拉师从约翰·伯努利。");
        textByQuestion.put("東京の塔はいつ建てられましたか", "この塔は一九五八年に東京に建設された。");
        textByQuestion.put("서울의 날씨", "서울은 오늘 맑다.");
        textByQuestion.put("แม่น้ำเจ้าพระยา", "กรุงเทพตั้งอยู่ริมแม่น้ำเจ้าพระยา");
        textByQuestion.put("من هو الخوارزمي؟", "وُلد الخوارزمي في خوارزم.");
        textByQuestion.put("गंगा कहाँ बहती है", "गंगा भारत में बहती है।");
        textByQuestion.put("Где стоит КРЕМЛЬ?", "Кремль — в Москве.");
        textByQuestion.put("Πού είναι η ΑΘΗΝΑ;", "Η αθηνα είναι πόλη.");
        textByQuestion.put("Gdzie jest ŁÓDŹ?", "Łódź leży w Polsce.");
        textByQuestion.put("Which STRASSE?", "Die Straße ist lang.");
        textByQuestion.put("ＥＵＬＥＲ", "Euler's book, by Euler.");
        textByQuestion.put("Is C# typed?", "c# has types.");
        List<Passage> passages = new ArrayList<>();
        textByQuestion.values().forEach(text -> passages.add(passage("d" + passages.size(), 0, text)));
        try (GraphStore store = openEmpty()) {
            store.write(batch(passages));
            int i = 0;
            for (String question : textByQuestion.keySet()) {
                assertFound(store, question, 1, List.of(passages.get(i)));
                i++;
            }
        }
    }

    @Test
    default void aQuestionWithoutAnyWordOfTheGraphFindsNothing() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(passage("d", 0, "The kestrel left."), passage("e", 0, "?!")));
            for (String question : List.of("", " ", "?!", "***", "🦅", "osprey", "\"", "\\")) {
                assertFound(store, question);
            }
        }
    }

    @Test
    default void anEmptyGraphIsSearchedInVain() {
        try (GraphStore store = openEmpty()) {
            assertThat(store.latest().fullTextMissing()).isEmpty();
            assertThat(store.latest().passagesByText("kestrel", 5)).isEmpty();
        }
    }

    @Test
    default void aLimitOfWordSearchBelowOneIsRefused() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(passage("d", 0, "The kestrel left.")));
            for (int limit : new int[] {0, -1, Integer.MIN_VALUE}) {
                assertThatThrownBy(() -> store.latest().passagesByText("kestrel", limit))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("limit is " + limit + "; it must be at least 1");
            }
            assertFound(store, "kestrel", Integer.MAX_VALUE, List.of(passage("d", 0, "The kestrel left.")));
        }
    }

    @Test
    default void passagesThatFitAsWellComeInTheOrderOfIdsWhereverTheyAreCut() {
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            passages.add(passage("d" + i, 0, "the same words"));
        }
        try (GraphStore store = openEmpty()) {
            store.write(batch(passages));
            List<Passage> inOrder =
                    passages.stream().sorted(Comparator.comparing(Passage::id)).toList();
            for (int limit : new int[] {1, 7, 39, 40, 50}) {
                assertFound(store, "same words", limit, inOrder.subList(0, Math.min(limit, 40)));
            }
        }
    }

    @Test
    default void whatWasReplacedOrRemovedIsNotFoundByItsWords() {
        Passage before = passage("d", 0, "An osprey dives.");
        Passage after = passage("d", 0, "A heron waits.");
        Passage other = passage("e", 0, "An osprey waits.");
        try (GraphStore store = openEmpty()) {
            store.write(batch(before, other));
            store.write(batch(List.of(after), Set.of(before.id())));
            assertFound(store, "osprey", other);
            assertFound(store, "dives");
            assertFound(store, "heron", after);
            assertThat(store.removeDocuments(List.of("e"))).isOne();
            assertFound(store, "osprey");
        }
    }

    @Test
    default void aQuestionOfAnyLengthAndContentIsSearched() {
        Passage passage = passage("d", 0, "One kestrel among many words.");
        try (GraphStore store = openEmpty()) {
            store.write(batch(passage));
            for (String hard : LookupContract.HARD) {
                assertFound(store, hard + " kestrel", passage);
            }
            StringBuilder many = new StringBuilder("kestrel");
            for (int i = 0; i < 3_000; i++) {
                many.append(" word").append(i);
            }
            assertFound(store, many.toString(), passage);
            assertFound(store, "kestrel ".repeat(5_000), passage);
        }
    }

    @Test
    default void aVeryLongPassageIsFoundByItsFirstWords() {
        String text = "Kestrel first. " + "A long line about nothing much. ".repeat(20_000) + "n".repeat(40_000);
        Passage passage = Passage.of(SourceDocument.of("long", text), 0, text, List.of());
        try (GraphStore store = openEmpty()) {
            store.write(batch(passage));
            assertFound(store, "kestrel", passage);
        }
    }

    @Test
    default void underAFilterOnlyVisiblePassagesAreFoundByTheirWords() {
        Passage red = Passage.of(
                SourceDocument.of("r", "A kestrel.").withMetadata(SourceMetadata.EMPTY.with("tenant", "red")),
                0,
                "A kestrel.",
                List.of());
        Passage blue = Passage.of(
                SourceDocument.of("b", "Kestrel, kestrel!").withMetadata(SourceMetadata.EMPTY.with("tenant", "blue")),
                0,
                "Kestrel, kestrel!",
                List.of());
        try (GraphStore store = openEmpty()) {
            store.write(batch(red, blue));
            try (GraphView visible = store.latest().visible(MetadataFilter.equal("tenant", "red"))) {
                if (findsWords()) {
                    assertThat(visible.passagesByText("Which kestrel?", 5))
                            .extracting(Scored::value)
                            .containsExactly(red);
                } else {
                    assertThat(visible.fullTextMissing()).isPresent();
                }
            }
        }
    }
}
