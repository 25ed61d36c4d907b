package dev.tern.models;

/** Thrown if a provider declines to answer: by the model's refusal or a content filter. */
final class ModelRefusalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with the provider's message, or the provider's code for the reason. */
    ModelRefusalException(String message) {
        super(message);
    }
}
