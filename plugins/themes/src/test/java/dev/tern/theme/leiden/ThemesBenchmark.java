package dev.tern.theme.leiden;

import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.store.RelationRow;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import nl.cwts.networkanalysis.Network;

/**
 * Measures the search for communities among N generated statements, without the time of reading a
 * store: {@code ThemesBenchmark 1000000}. Nine in ten statements name entities of one of 2,000
 * subjects, 2 to 5 of 400,000, by a Zipf distribution.
 */
final class ThemesBenchmark {
    private static final int SUBJECTS = 2_000;
    private static final int ENTITIES = 400_000;

    private ThemesBenchmark() {}

    /** Prints seconds, and peak memory on and off the heap, garbage included. */
    public static void main(String[] args) {
        int statements = Integer.parseInt(args[0]);
        long start = System.nanoTime();
        StatementScan scan = new StatementScan(statements, ThemesListener.NONE);
        Random random = new Random(1);
        String[] ids = new String[ENTITIES];
        for (int i = 0; i < ENTITIES; i++) {
            ids[i] = ContentId.ofEntity("thing " + i);
        }
        for (int i = 0; i < statements; i++) {
            int subject = random.nextInt(SUBJECTS);
            List<String> named = new ArrayList<>();
            for (int name = 2 + random.nextInt(4); name > 0; name--) {
                int of = random.nextInt(10) == 0 ? random.nextInt(SUBJECTS) : subject;
                int rank = (int) Math.pow(ENTITIES / SUBJECTS, random.nextDouble()) - 1;
                named.add(ids[of * (ENTITIES / SUBJECTS) + rank]);
            }
            String key = ContentId.ofNote(List.of("statement " + i));
            String passage = ContentId.ofPassage("d", String.valueOf(i / 3));
            scan.relation(new Embedded<>(new RelationRow(key, key, "", named, passage, "d"), new float[0]));
        }
        long read = System.nanoTime();
        long readCpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        StatementGraph graph = StatementGraph.of(scan);
        Network network = graph.network();
        Communities communities = Communities.of(
                network, ThemeSearch.singletons(graph.entities()), ThemeFinder.USUAL_SEED, ThemesListener.NONE);
        Contents contents = new Contents(graph, network, communities.second(), communities.parents().length);
        contents.central(24);
        long end = System.nanoTime();
        long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - readCpu;
        long peak = ManagementFactory.getMemoryPoolMXBeans().stream()
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(usage -> usage.getUsed())
                .sum();
        System.out.printf(
                Locale.ROOT,
                "%,d statements, %,d entities, %,d edges: made up in %.1f s, themes in %.1f s (%.1f s of processor),"
                        + " at most %,d MB; %d parts of %d themes%n",
                graph.statements(),
                graph.entities(),
                network.getNEdges(),
                (read - start) / 1e9,
                (end - read) / 1e9,
                cpu / 1e9,
                peak >> 20,
                communities.parents().length,
                Arrays.stream(communities.first()).max().orElse(-1) + 1);
    }
}
