package dev.tern.settings;

/** What the chat model judges in graph mode, once it has chosen relations. */
public enum Judge {
    /** Nothing: the passages that the relations lead to come first. */
    NONE,
    /** The first passages, at the price of one more call: those that it names come first. */
    PASSAGES
}
