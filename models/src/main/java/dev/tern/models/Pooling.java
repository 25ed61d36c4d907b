package dev.tern.models;

/** The way in which word-piece vectors form a text's vector; each model is trained for one. */
public enum Pooling {
    /** The mean of all. */
    MEAN,
    /** The vector of the first mark. */
    CLS
}
