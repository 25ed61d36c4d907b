package dev.tern.profile;

import static dev.tern.profile.GraphProfile.formatShare;

import dev.tern.profile.GraphProfile.Duplicates;
import dev.tern.profile.GraphProfile.EdgeKind;
import dev.tern.profile.GraphProfile.EdgeKind.Kind;
import dev.tern.profile.GraphProfile.Links;
import dev.tern.profile.GraphProfile.SuspectNames;
import dev.tern.profile.GraphProfile.Verdict;
import dev.tern.profile.GraphProfile.Verdict.Outlook;
import java.util.List;

/**
 * Estimates the benefit of a graph over plain vector search. A graph helps if names link many
 * passages, vector search misses some of these, linked passages are related, and few passages are
 * copies and few names wrong; {@code docs/tuning.md} has the thresholds.
 */
final class OutlookRule {
    /** The minimum number of passages for an estimate: five results include many of so few. */
    static final int MIN_PASSAGES = 20;

    /** The minimum share of linked passages; below, there are few links to follow. */
    static final double FEW_LINKED = 0.25;

    /** The share of linked passages at which the graph helped on every evaluated set. */
    static final double MANY_LINKED = 0.5;

    /** The minimum share of links beyond the nearest; below, plain search finds most links. */
    static final double FEW_BEYOND = 0.1;

    /** The minimum probability; below, linked passages are hardly more similar than random ones. */
    static final double HARDLY_NEARER = 0.6;

    /** The share of copies at which the first results repeat one text. */
    static final double MANY_DUPLICATES = 0.5;

    /** The share of wrong names at which many links are meaningless. */
    static final double MUCH_JUNK = 0.3;

    private OutlookRule() {}

    static Verdict of(long passages, Links links, List<EdgeKind> edges, SuspectNames names, Duplicates copies) {
        if (passages < MIN_PASSAGES) {
            return new Verdict(
                    Outlook.CANNOT_TELL,
                    passages + (passages == 1 ? " passage is" : " passages are")
                            + " too few to tell: plain vector search finds many of them in its first five.");
        }
        double nearer = edges.stream()
                .filter(edge -> edge.kind() == Kind.NAME)
                .mapToDouble(EdgeKind::nearer)
                .findFirst()
                .orElse(0);
        if (copies.alike() >= MANY_DUPLICATES) {
            return no(formatShare(copies.alike()) + " passages nearly repeat another.");
        }
        if (links.linked() < FEW_LINKED) {
            return no(formatShare(links.linked()) + " passages have a name in common with another"
                    + (links.hubs().isEmpty()
                            ? ", so there are few links to follow."
                            : "; other shared names are in more than " + links.hubLimit()
                                    + " passages each and make no link."));
        }
        String found =
                formatShare(links.linked()) + " passages have a name in common with another, and of passages joined so "
                        + formatShare(links.notAmongNearest()) + " are not among the ten nearest";
        if (links.linked() < MANY_LINKED) {
            return maybe(found + ": about the others it will probably find no more.");
        }
        if (links.notAmongNearest() < FEW_BEYOND) {
            return maybe(found + ", so similarity finds many of the joined passages anyway.");
        }
        if (nearer < HARDLY_NEARER) {
            return maybe(found + ", but they are hardly more alike than any two passages.");
        }
        if (names.suspectShare() >= MUCH_JUNK) {
            return maybe(found + ", but " + formatShare(names.suspectShare()) + " names look wrong.");
        }
        return new Verdict(
                Outlook.HELPS, "Mode local will probably find more than plain vector search: " + found + ".");
    }

    private static Verdict no(String why) {
        return new Verdict(
                Outlook.DOES_NOT_HELP, "Mode local will probably find no more than plain vector search: " + why);
    }

    private static Verdict maybe(String why) {
        return new Verdict(
                Outlook.MAY_HELP, "Mode local may find more than plain vector search, on some questions: " + why);
    }
}
