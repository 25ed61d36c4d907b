package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tern.error.TernException;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.contract.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WordSearchTest {
    private static final long SEED = 7;

    @TempDir
    private Path directory;

    /** Returns passages of up to 40 words, whose lengths Lucene stores exactly. */
    private static List<Passage> random(Random random) {
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            StringBuilder text = new StringBuilder("w" + random.nextInt(50));
            for (int words = random.nextInt(39); words > 0; words--) {
                text.append(" w").append((int) Math.abs(random.nextGaussian() * 20));
            }
            passages.add(Samples.passage("d" + i, 0, text.toString()));
        }
        return passages;
    }

    @Test
    void findsWithTheSameScoresWhatTheFormulaFinds() {
        Random random = new Random(SEED);
        List<Passage> passages = random(random);
        try (GraphStore store = LuceneGraphStore.open(directory, "default");
                GraphStore reference = new InMemoryGraphStore()) {
            for (int start = 0; start < passages.size(); start += 80) {
                store.write(Samples.batch(passages.subList(start, start + 80)));
                reference.write(Samples.batch(passages.subList(start, start + 80)));
            }
            for (int i = 0; i < 50; i++) {
                String question = "w" + random.nextInt(60) + ", w" + random.nextInt(60) + " or w" + random.nextInt(5);
                Map<String, Double> scores = new HashMap<>();
                reference
                        .latest()
                        .passagesByText(question, 1_000)
                        .forEach(found -> scores.put(found.value().id(), found.score()));
                List<Scored<Passage>> found = store.latest().passagesByText(question, 1_000);
                assertThat(found).as("%s, seed %d", question, SEED).hasSameSizeAs(scores.keySet());
                assertThat(found)
                        .allSatisfy(scored -> assertThat(scored.score())
                                .isCloseTo(scores.getOrDefault(scored.value().id(), Double.NaN), within(1e-5)));
                assertThat(store.latest().passagesByText(question, 7))
                        .isEqualTo(found.subList(0, Math.min(7, found.size())));
            }
        }
    }

    @Test
    void aGraphOfTheTimeBeforeIsRefused() throws IOException {
        for (String forgotten : List.of("words", "metadata", "quarantine")) {
            Path graph = directory.resolve(forgotten);
            try (GraphStore store = LuceneGraphStore.open(directory, forgotten)) {
                store.write(Samples.batch(Samples.passage("d", 0, "A kestrel hovers.")));
            }
            change("tern." + forgotten, graph);

            assertThatThrownBy(() -> LuceneGraphStore.open(directory, forgotten))
                    .isInstanceOf(TernException.class)
                    .hasMessage("the graph in " + graph
                            + " was made by a Tern before 0.1.0, with other words, metadata or rules: export it with"
                            + " that version and import it with this one (tern export, tern import)");
        }
    }

    /** Removes a property that is there, and adds one that is not. */
    private static void change(String property, Path graph) throws IOException {
        try (FSDirectory index = FSDirectory.open(graph);
                DirectoryReader reader = DirectoryReader.open(index);
                IndexWriter writer = new IndexWriter(index, new IndexWriterConfig().setCodec(new GraphCodec(50_000)))) {
            Map<String, String> userData = new HashMap<>(reader.getIndexCommit().getUserData());
            if (userData.remove(property) == null) {
                userData.put(property, "hostile");
            }
            writer.setLiveCommitData(userData.entrySet());
            writer.commit();
        }
    }
}
