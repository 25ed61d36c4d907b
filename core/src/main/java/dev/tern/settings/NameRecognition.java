package dev.tern.settings;

/** The recogniser of the names in a question, unless the caller passes the names. */
public enum NameRecognition {
    /** Uses names in the graph and capitalised spans; no call of a model. */
    OFFLINE,
    /** Uses one more call of the chat model in graph mode; in other modes as {@link #OFFLINE}. */
    MODEL
}
