package dev.tern.models;

/** A provider answered that it does not answer: the model refused, or a filter of contents stepped in. */
final class DeclinedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The message is what the provider said, in its words or by its name of the reason. */
    DeclinedException(String said) {
        super(said);
    }
}
