package dev.tern.profile;

import dev.tern.graph.Passage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts passages, and keeps the ids of up to two random ones. Not thread-safe. */
final class PassageTally {
    /** The number of ids kept: two, so that one remains if the other is excluded. */
    private static final int PARTNERS = 2;

    private final HashSample<String> partners;
    private int passages;
    private @Nullable String document;
    private boolean severalDocuments;

    PassageTally(long seed) {
        partners = new HashSample<>(PARTNERS, seed);
    }

    void add(Passage passage) {
        passages++;
        severalDocuments |= document != null && !document.equals(passage.documentId());
        document = passage.documentId();
        partners.offer(passage.id(), passage.id());
    }

    int passages() {
        return passages;
    }

    boolean inSeveralDocuments() {
        return severalDocuments;
    }

    /** Returns the kept ids except for the given one. */
    List<String> partnersOf(String passageId) {
        return partners.values().stream().filter(id -> !id.equals(passageId)).toList();
    }
}
