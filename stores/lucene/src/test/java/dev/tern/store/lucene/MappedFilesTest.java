package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStore;
import dev.tern.store.contract.Samples;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.store.DataAccessHint;
import org.apache.lucene.store.FileDataHint;
import org.apache.lucene.store.FileTypeHint;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.store.MergeInfo;
import org.apache.lucene.store.PreloadHint;
import org.apache.lucene.store.ReadAdvice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedFilesTest {
    private static final IOContext VECTORS = IOContext.DEFAULT.withHints(FileTypeHint.DATA, FileDataHint.KNN_VECTORS);

    @Test
    void onlyVectorsThatAreWalkedAreNotReadAhead() {
        assertThat(MappedFiles.advice("_1_0.vec", VECTORS)).contains(ReadAdvice.RANDOM);

        IOContext forwards = VECTORS.withHints(DataAccessHint.SEQUENTIAL);
        assertThat(MappedFiles.advice("_1_0.vec", forwards)).contains(ReadAdvice.SEQUENTIAL);
        IOContext merge = IOContext.merge(new MergeInfo(1, 1, false, -1));
        for (String file : List.of("_1_0.vec", "_1.fdt")) {
            assertThat(MappedFiles.advice(file, merge)).isEqualTo(MMapDirectory.ADVISE_BY_CONTEXT.apply(file, merge));
        }
        assertThat(MappedFiles.advice("_1.cfs", VECTORS)).contains(ReadAdvice.RANDOM);
        IOContext vectorGraph = VECTORS.withHints(DataAccessHint.RANDOM, PreloadHint.INSTANCE);
        assertThat(MappedFiles.advice("_1_0.vex", vectorGraph))
                .isEqualTo(MMapDirectory.ADVISE_BY_CONTEXT.apply("_1_0.vex", vectorGraph));
        assertThat(MappedFiles.advice("_1.fdt", IOContext.DEFAULT))
                .isEqualTo(MMapDirectory.ADVISE_BY_CONTEXT.apply("_1.fdt", IOContext.DEFAULT));
    }

    @Test
    void aGraphThatIsLargerThanTheMemoryAnswersTheSame(@TempDir Path path) {
        int passages = 600;
        try (GraphStore store = LuceneGraphStore.open(path, "default")) {
            store.write(Samples.batch(IntStream.range(0, passages)
                    .mapToObj(number -> Samples.passage(
                            "d" + number,
                            0,
                            "text " + number,
                            Statement.of("subject " + number, "touches", "object " + number)))
                    .toList()));
        }
        LuceneOptions options = LuceneOptions.DEFAULTS;
        try (GraphStore small = LuceneGraphStore.open(path, "default", options);
                GraphStore large = LuceneGraphStore.open(
                        path, "default", options, files -> new OwnerDirectory(MappedFiles.open(files, 0)))) {
            float[] near = Samples.vector("subject 3 touches object 3");
            List<Scored<Relation>> found = large.latest().nearestRelations(near, 20);
            assertThat(found).hasSize(20).isEqualTo(small.latest().nearestRelations(near, 20));
        }
    }
}
