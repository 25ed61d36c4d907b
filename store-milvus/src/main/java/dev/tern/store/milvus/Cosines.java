package dev.tern.store.milvus;

/** Cosines as servers count them: in single precision, so that equal vectors may differ in the seventh digit. */
final class Cosines {
    private static final double STEPS = 1e6;

    private Cosines() {}

    /** To six digits, so that ties are ties and their order is that of the ids. */
    static double rounded(double cosine) {
        return Math.round(cosine * STEPS) / STEPS;
    }
}
