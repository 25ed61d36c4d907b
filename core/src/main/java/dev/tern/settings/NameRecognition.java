package dev.tern.settings;

/** Who finds the names in a question, where the caller does not give them. */
public enum NameRecognition {
    /** The names that the graph knows and capitalised spans; no call of a model. */
    OFFLINE,
    /** The chat model, in graph mode, at the price of one more call; elsewhere as {@link #OFFLINE}. */
    MODEL
}
