package dev.tern.store.lucene;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** Merges a graph to one segment, as for large graphs: only merges build vector graphs. */
final class OneSegment {
    private OneSegment() {}

    /**
     * Merges all segments of a graph without a writer.
     *
     * @param graph the directory of the graph
     * @param vectorGraphFrom the minimum vectors of a vector graph
     */
    static void of(Path graph, int vectorGraphFrom) throws IOException {
        TieredMergePolicy compound = new TieredMergePolicy();
        compound.setNoCFSRatio(1);
        IndexWriterConfig config = new IndexWriterConfig()
                .setCodec(new GraphCodec(vectorGraphFrom))
                .setMergePolicy(compound)
                .setMergeScheduler(new SerialMergeScheduler());
        try (Directory index = FSDirectory.open(graph);
                IndexWriter writer = new IndexWriter(index, config)) {
            writer.forceMerge(1);
            writer.setLiveCommitData(writer.getLiveCommitData());
            writer.commit();
        }
    }
}
