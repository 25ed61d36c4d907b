package dev.tern.models;

/** How the vectors of a text's word pieces become the one of the text. Each model is trained for one of them. */
public enum Pooling {
    /** The mean of all. */
    MEAN,
    /** That of the mark before the first. */
    CLS
}
