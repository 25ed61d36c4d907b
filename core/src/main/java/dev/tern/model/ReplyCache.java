package dev.tern.model;

import java.util.Optional;

/**
 * Replies of chat models that could be used, kept so that the same question is never paid twice. Thread-safe; what fails in
 * keeping or finding is never the caller's trouble.
 */
public interface ReplyCache {
    /** A cache that keeps nothing. */
    ReplyCache NONE = new ReplyCache() {
        @Override
        public Optional<Reply> find(String key) {
            return Optional.empty();
        }

        @Override
        public void keep(String key, Reply reply) {
            // Nothing is kept.
        }
    };

    /**
     * A reply with the tokens it took.
     *
     * @param text what the model said
     * @param inputTokens the tokens it was asked with, as it reported
     * @param outputTokens the tokens of what it said, as it reported
     */
    record Reply(String text, long inputTokens, long outputTokens) {}

    /**
     * The reply that was kept.
     *
     * @param key what the reply depends on: model, prompts, format; of any length
     */
    Optional<Reply> find(String key);

    /** Keeps a reply; when this returns it outlives the process. */
    void keep(String key, Reply reply);

    /**
     * These replies as far as they were given under a condition that keys do not name, such as how long the model thinks.
     *
     * @param condition the condition, in words
     */
    default ReplyCache under(String condition) {
        ReplyCache all = this;
        return new ReplyCache() {
            @Override
            public Optional<Reply> find(String key) {
                return all.find(condition + "\0" + key);
            }

            @Override
            public void keep(String key, Reply reply) {
                all.keep(condition + "\0" + key, reply);
            }
        };
    }
}
