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

    /** Passages of up to 40 words, whose lengths Lucene keeps exactly. */
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
                        .passagesByText(question, 1_000)
                        .forEach(found -> scores.put(found.value().id(), found.score()));
                List<Scored<Passage>> found = store.passagesByText(question, 1_000);
                assertThat(found).as("%s, seed %d", question, SEED).hasSameSizeAs(scores.keySet());
                assertThat(found)
                        .allSatisfy(scored -> assertThat(scored.score())
                                .isCloseTo(scores.getOrDefault(scored.value().id(), Double.NaN), within(1e-5)));
                assertThat(store.passagesByText(question, 7)).isEqualTo(found.subList(0, Math.min(7, found.size())));
            }
        }
    }

    @Test
    void aGraphOfTheTimeBeforeOpensAndSaysWhatIsMissing() throws IOException {
        try (GraphStore store = LuceneGraphStore.open(directory, "default")) {
            store.write(Samples.batch(Samples.passage("d", 0, "A kestrel hovers.")));
        }
        forgetWords(directory.resolve("default"));
        String missing = "the graph in " + directory.resolve("default")
                + " was made by a Tern that kept no words for full-text search;"
                + " copy it to another directory to have it (tern copy)";

        try (GraphStore store = LuceneGraphStore.open(directory, "default")) {
            store.write(Samples.batch(Samples.passage("e", 0, "A kestrel lands.")));

            assertThat(store.nearestPassages(Samples.vector("kestrel"), 5)).hasSize(2);
            assertThat(store.fullTextMissing()).contains(missing);
            assertThatThrownBy(() -> store.passagesByText("kestrel", 5))
                    .isInstanceOf(TernException.class)
                    .hasMessage(missing);
        }
    }

    private static void forgetWords(Path graph) throws IOException {
        try (FSDirectory index = FSDirectory.open(graph);
                DirectoryReader reader = DirectoryReader.open(index);
                IndexWriter writer = new IndexWriter(index, new IndexWriterConfig().setCodec(new GraphCodec(50_000)))) {
            Map<String, String> userData = new HashMap<>(reader.getIndexCommit().getUserData());
            userData.remove("tern.words");
            writer.setLiveCommitData(userData.entrySet());
            writer.commit();
        }
    }
}
