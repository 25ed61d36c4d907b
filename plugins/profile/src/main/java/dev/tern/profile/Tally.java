package dev.tern.profile;

import dev.tern.graph.Passage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** In which passages a name stands: how many, whether in several documents, and a few of them drawn by chance. Not thread-safe. */
final class Tally {
    /** So that one is left that is not the passage that asks. */
    private static final int PARTNERS = 2;

    private final HashSample<String> partners;
    private int passages;
    private @Nullable String document;
    private boolean severalDocuments;

    Tally(long seed) {
        partners = new HashSample<>(PARTNERS, seed);
    }

    /** Stands in one passage more. */
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

    /** The ids of some of its passages, but for one. */
    List<String> partnersOf(String passageId) {
        return partners.values().stream().filter(id -> !id.equals(passageId)).toList();
    }
}
