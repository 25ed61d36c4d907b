package dev.tern.transfer.verify;

import dev.tern.graph.ContentId;
import dev.tern.graph.Extraction;
import dev.tern.graph.Extraction.State;
import dev.tern.graph.Passage;

/** Computes the correct form of a passage from its content. */
final class ExpectedPassage {
    private ExpectedPassage() {}

    /** Returns the passage with the id of its content, distinct statements and a valid state. */
    static Passage of(Passage passage) {
        Passage distinct = passage.with(passage.statements(), extraction(passage.extraction()));
        return passage.hasIdOfItsContent()
                ? distinct
                : distinct.withId(ContentId.ofPassage(passage.documentId(), passage.text()));
    }

    private static Extraction extraction(Extraction given) {
        if (given.state() == State.FAILED) {
            return given.tries() > 0
                    ? given
                    : new Extraction(State.FAILED, given.by(), 1, given.reason(), given.found());
        }
        return given.reason().isEmpty()
                ? given
                : new Extraction(given.state(), given.by(), given.tries(), "", given.found());
    }
}
