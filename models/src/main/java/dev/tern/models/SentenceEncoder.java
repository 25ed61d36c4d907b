package dev.tern.models;

/** Describes a sentence encoder and loads it. */
interface SentenceEncoder {
    /** Returns the name that graphs store; encoders with different vectors have different names. */
    String modelName();

    /** Returns the name that users choose. */
    default String label() {
        return modelName();
    }

    /** Returns the maximum number of word pieces read, special tokens included. */
    int window();

    /** Returns the prefixes that the encoder was trained with, if known. */
    TextPrefixes prefixes();

    /** Returns the expected vector length; 0 if it is known only after loading. */
    int dimension();

    /**
     * Loads the encoder; the caller closes it.
     *
     * @throws dev.tern.error.TernException if it cannot be loaded on this machine, or its files are
     *     unusable
     */
    Encoder load();
}
