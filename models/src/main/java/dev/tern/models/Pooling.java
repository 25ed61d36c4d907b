package dev.tern.models;

/**
 * The way in which a text's vector is computed from the vectors of its word pieces; each model is
 * trained for one.
 */
public enum Pooling {
    /** The mean of all vectors. */
    MEAN,
    /** The vector of the first special token, [CLS]. */
    CLS
}
