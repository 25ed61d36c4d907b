package dev.tern.models;

/**
 * The way to compute a text's vector from the vectors of its word pieces; the model's training
 * determines it.
 */
public enum Pooling {
    /** The mean of all vectors. */
    MEAN,
    /** The vector of the first special token, [CLS]. */
    CLS
}
