package dev.tern.profile;

import dev.tern.graph.Embedded;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.graph.Triplet;
import dev.tern.profile.ProfileListener.ProfileStep;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RowKind;
import java.util.EnumSet;
import java.util.Set;

/** Counts the statements of all passages, and the sample's names in them. Not thread-safe. */
final class NameCountVisitor implements GraphVisitor {
    private final NameTallies tallies;
    private final WordSpellings words;
    private final long end;
    private final ProfileListener listener;
    private long passages;
    private long statements;
    private long silent;
    private long found;
    private long listing;
    private long inverted;

    NameCountVisitor(NameTallies tallies, WordSpellings words, long end, ProfileListener listener) {
        this.tallies = tallies;
        this.words = words;
        this.end = end;
        this.listener = listener;
    }

    @Override
    public Set<RowKind> kinds() {
        return EnumSet.of(RowKind.PASSAGE);
    }

    @Override
    public void passage(Embedded<Passage> passage) {
        Passage read = passage.value();
        passages++;
        statements += read.statements().size();
        silent += read.statements().isEmpty() ? 1 : 0;
        if (read.extraction().state() == Extraction.State.INDEXED) {
            found += read.statements().size();
            for (Statement statement : read.statements()) {
                listing += statement.namesOnly() ? 1 : 0;
                inverted += isTurned(statement) ? 1 : 0;
            }
        }
        tallies.count(read);
        words.read(read);
        listener.progress(ProfileStep.COUNTING, passages, end);
    }

    /** Returns true if a statement's subject is also its object. */
    private static boolean isTurned(Statement statement) {
        return statement.entities().size() == 1
                && statement
                        .asTriplet()
                        .filter(triplet -> isOfOne(triplet, statement))
                        .isPresent();
    }

    private static boolean isOfOne(Triplet triplet, Statement statement) {
        return Statement.of(triplet).entityIds().equals(statement.entityIds());
    }

    double statementsOfAPassage() {
        return share(statements, passages);
    }

    double withoutStatements() {
        return share(silent, passages);
    }

    double listing() {
        return share(listing, found);
    }

    double invertedShare() {
        return share(inverted, found);
    }

    static double share(long some, long all) {
        return all == 0 ? 0 : (double) some / all;
    }
}
