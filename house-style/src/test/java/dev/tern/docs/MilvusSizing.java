package dev.tern.docs;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;

/**
 * How much memory and disk a graph takes in Milvus: the tables of {@code docs/milvus.md}, computed. The page names the
 * source of each number here.
 */
final class MilvusSizing {
    private static final List<Integer> DIMENSIONS = List.of(384, 1_024, 1_536);

    /** The shape of a graph: 1,890 passages of MuSiQue with triplets that a language model extracted. */
    private static final double RELATIONS = 17_038;

    private static final double ROWS_A_RELATION = 17_204 / RELATIONS;
    private static final double ENTITIES_A_RELATION = 16_246 / RELATIONS;
    private static final double PASSAGES_A_RELATION = 1_890 / RELATIONS;

    /** Bytes of a row but for its vector, in the same passages: ids of 32 bytes, texts as long as they are on average. */
    private static final int RELATION_BYTES = 5 * 32 + 46 + 16 + 4;

    private static final int ENTITY_BYTES = 32 + 19;
    private static final int PASSAGE_BYTES = 32 + 2 * 32 + 16 + 20 + 465 + 507 + 4;
    private static final double SCALAR_MEMORY = 2;

    private static final int HNSW_LINKS = 16;

    private static final double DISKANN_CODES = 0.125;
    private static final double DISKANN_CACHE = 0.10;
    private static final int DISKANN_DEGREE = 56;
    private static final int SECTOR = 4_096;

    private static final double USABLE = 0.7;
    private static final double ROWS_A_SHARD = 200e6;

    private MilvusSizing() {}

    static double hnswMemory(int dimension) {
        return vector(dimension) + 4 * (2 * HNSW_LINKS + HNSW_LINKS / Math.log(HNSW_LINKS));
    }

    static double diskAnnMemory(int dimension) {
        return vector(dimension) * (DISKANN_CODES + DISKANN_CACHE);
    }

    /** A row lies in as few sectors as hold it, and as many rows in a sector as fit whole. */
    static double diskAnnDisk(int dimension) {
        int node = 4 * dimension + 4 * (1 + DISKANN_DEGREE);
        int rowsASector = SECTOR / node;
        return rowsASector > 0 ? (double) SECTOR / rowsASector : Math.ceil((double) node / SECTOR) * SECTOR;
    }

    private static double vector(int dimension) {
        return 4.0 * dimension;
    }

    /** What a million rows take, whatever is in them besides the vector. */
    static String vectors() {
        StringBuilder table = new StringBuilder("""
            | dimensions | vectors | HNSW, memory | DiskANN, memory | DiskANN, disk |
            |---|---|---|---|---|
            """);
        for (int dimension : DIMENSIONS) {
            table.append(row(
                    String.format(Locale.ROOT, "%,d", dimension),
                    bytes(1e6 * vector(dimension)),
                    bytes(1e6 * hnswMemory(dimension)),
                    bytes(1e6 * diskAnnMemory(dimension)),
                    bytes(1e6 * diskAnnDisk(dimension))));
        }
        return table.toString();
    }

    /** What whole graphs take. */
    static String graphs() {
        StringBuilder table = new StringBuilder("""
            | relations | rows | dimensions | HNSW: memory | nodes of 32 / 64 GB | DiskANN: memory | disk | nodes of 32 / 64 GB | object storage | shards |
            |---|---|---|---|---|---|---|---|---|---|
            """);
        for (double relations = 1e5; relations < 2e10; relations *= 10) {
            for (int dimension : DIMENSIONS) {
                table.append(graph(relations, dimension));
            }
        }
        return table.toString();
    }

    private static String graph(double relations, int dimension) {
        double rows = relations * (ROWS_A_RELATION + ENTITIES_A_RELATION + PASSAGES_A_RELATION);
        double scalars = relations
                * (ROWS_A_RELATION * RELATION_BYTES
                        + ENTITIES_A_RELATION * ENTITY_BYTES
                        + PASSAGES_A_RELATION * PASSAGE_BYTES);
        double hnsw = rows * hnswMemory(dimension) + SCALAR_MEMORY * scalars;
        double diskAnn = rows * diskAnnMemory(dimension) + SCALAR_MEMORY * scalars;
        double stored = rows * (vector(dimension) + hnswMemory(dimension)) + scalars;
        return row(
                String.format(Locale.ROOT, "%,.0f", relations),
                String.format(Locale.ROOT, "%,.0f", rounded(rows)),
                String.format(Locale.ROOT, "%,d", dimension),
                bytes(hnsw),
                nodes(hnsw),
                bytes(diskAnn),
                bytes(rows * diskAnnDisk(dimension)),
                nodes(diskAnn),
                bytes(stored),
                count(relations * ROWS_A_RELATION / ROWS_A_SHARD));
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private static String nodes(double memory) {
        return count(memory / (32e9 * USABLE)) + " / " + count(memory / (64e9 * USABLE));
    }

    private static String count(double parts) {
        return String.format(Locale.ROOT, "%,.0f", Math.ceil(parts));
    }

    private static double rounded(double value) {
        return new BigDecimal(value).round(new MathContext(2)).doubleValue();
    }

    /** Two digits and the unit, a thousand of one being one of the next. */
    static String bytes(double bytes) {
        String[] units = {"bytes", "kB", "MB", "GB", "TB", "PB"};
        double value = rounded(bytes);
        int unit = 0;
        while (value >= 1_000 && unit < units.length - 1) {
            value /= 1_000;
            unit++;
        }
        return new BigDecimal(value).round(new MathContext(2)).toPlainString() + " " + units[unit];
    }
}
