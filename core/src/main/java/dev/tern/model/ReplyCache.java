package dev.tern.model;

import java.util.Optional;

/**
 * A cache of usable replies of chat models, so that the same request is not paid twice.
 * Implementations are thread-safe, and do not throw if the cache fails.
 */
public interface ReplyCache {
    /** A cache that keeps nothing. */
    ReplyCache NONE = new ReplyCache() {
        @Override
        public Optional<CachedReply> find(String key) {
            return Optional.empty();
        }

        @Override
        public void keep(String key, CachedReply reply) {
            // This cache keeps no reply.
        }
    };

    /**
     * A reply in the cache.
     *
     * @param text the model's words
     * @param inputTokens tokens of the request, as reported
     * @param outputTokens tokens of the reply, as reported
     */
    record CachedReply(String text, long inputTokens, long outputTokens) {}

    /**
     * Returns a cached reply; empty if there is none or the cache fails.
     *
     * @param key everything that the reply depends on: model, prompts, format; of any length
     */
    Optional<CachedReply> find(String key);

    /** Adds a reply. Unless the cache fails, the reply is durable when this method returns. */
    void keep(String key, CachedReply reply);

    /**
     * Returns a view of this cache for replies that also depend on a condition.
     *
     * @param condition prefixed to every key
     */
    default ReplyCache with(String condition) {
        ReplyCache all = this;
        return new ReplyCache() {
            @Override
            public Optional<CachedReply> find(String key) {
                return all.find(condition + "\0" + key);
            }

            @Override
            public void keep(String key, CachedReply reply) {
                all.keep(condition + "\0" + key, reply);
            }
        };
    }
}
