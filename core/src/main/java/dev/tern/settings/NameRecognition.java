package dev.tern.settings;

/** The recogniser of the names in a question, unless the caller names them. */
public enum NameRecognition {
    /** Uses names in the graph and capitalised spans; no call of a model. */
    OFFLINE,
    /** Uses the chat model, in graph mode, by one more call; elsewhere as {@link #OFFLINE}. */
    MODEL
}
