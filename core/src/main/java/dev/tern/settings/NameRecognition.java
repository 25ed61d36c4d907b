package dev.tern.settings;

/** The recogniser of the names in a question, unless the caller passes the names. */
public enum NameRecognition {
    /** Finds names of the graph and capitalised spans, without a call of a model. */
    OFFLINE,
    /** Asks the chat model in graph mode, at one more call; in other modes as {@link #OFFLINE}. */
    MODEL
}
