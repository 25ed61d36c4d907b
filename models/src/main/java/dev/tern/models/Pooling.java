package dev.tern.models;

/** The way to compute a text's vector from its word pieces' vectors, fixed by the training. */
public enum Pooling {
    /** The mean of all vectors. */
    MEAN,
    /** The vector of the first special token, [CLS]. */
    CLS
}
