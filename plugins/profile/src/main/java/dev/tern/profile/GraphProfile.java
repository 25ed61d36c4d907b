package dev.tern.profile;

import dev.tern.alias.EntityAliases;
import dev.tern.text.Language;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * How a graph is doing. Shares are from 0 to 1, of what was drawn unless it says otherwise; each is 0 where there was nothing
 * to count.
 *
 * @param sample what was drawn
 * @param sizes how much there is
 * @param links what the names of passages join
 * @param edges by kind, whether passages that are joined are more alike than others
 * @param names what stands as a name and is none
 * @param copies passages that say the same, and names that may be one thing
 * @param languages the share of the passages in each, the commonest first
 * @param embeddingModel the model that made the vectors
 * @param verdict whether the graph will help
 * @param advice what to change; empty if nothing is out of the ordinary
 */
public record GraphProfile(
        Drawn sample,
        Sizes sizes,
        Links links,
        List<EdgeKind> edges,
        Names names,
        Copies copies,
        List<LanguageShare> languages,
        String embeddingModel,
        Verdict verdict,
        List<Advice> advice) {
    /** Copies the lists, so that the record is immutable. */
    public GraphProfile {
        edges = List.copyOf(edges);
        languages = List.copyOf(languages);
        advice = List.copyOf(advice);
    }

    /** A share as people say it: "7 of 100"; what is little more than none or little less than all is "&lt;1" and "&gt;99". */
    public static String hundredths(double share) {
        if (share > 0 && share < 0.005) {
            return "<1 of 100";
        }
        return share >= 0.995 && share < 1 ? ">99 of 100" : String.format(Locale.ROOT, "%.0f of 100", 100 * share);
    }

    /**
     * What was drawn by chance.
     *
     * @param seed the same seed draws the same from the same graph
     * @param limit the most of each kind
     * @param passages passages drawn: all of them, if there are no more than the limit
     * @param entities entities drawn
     */
    public record Drawn(long seed, int limit, int passages, int entities) {}

    /**
     * How much there is; shares are of all passages, and of the statements of those that neither wait nor failed.
     *
     * @param waiting passages whose statements are still to be found
     * @param failed passages whose statements could not be found
     * @param medianTokens of a passage of the sample, estimated
     * @param longTokens the 95th percentile of the tokens of a passage of the sample
     * @param statements statements of a passage, on average
     * @param silent the share of passages that state nothing
     * @param listing the share of statements that say no more than that their names stand together
     * @param turned the share of statements from a thing to itself
     */
    public record Sizes(
            long documents,
            long passages,
            long entities,
            long relations,
            long waiting,
            long failed,
            int medianTokens,
            int longTokens,
            double statements,
            double silent,
            double listing,
            double turned) {}

    /**
     * What the names of passages join. A hub joins too much to tell anything, and does not count as a link.
     *
     * @param linked the share of passages that have a name in common with another
     * @param elsewhere the share that has one in common with a passage of another document
     * @param titled the share whose text names the title of another
     * @param nearest the share of a passage's ten nearest that have a name in common with it
     * @param beyond of passages joined by a name by chance, the share that is not among the ten nearest
     * @param lone the share of entities that stand in one passage only
     * @param hubLimit a name in more passages is a hub
     * @param hubs the hubs of the sample's passages, the greatest first, at most ten
     */
    public record Links(
            double linked,
            double elsewhere,
            double titled,
            double nearest,
            double beyond,
            double lone,
            int hubLimit,
            List<Counted> hubs) {
        /** Copies the list, so that the record is immutable. */
        public Links {
            hubs = List.copyOf(hubs);
        }
    }

    /**
     * A name and in how many passages it stands.
     *
     * @param name as it is written in one of them
     */
    public record Counted(String name, int passages) {}

    /**
     * Whether passages that are joined in one way are more alike than others, by their vectors.
     *
     * @param kind how they are joined
     * @param pairs how many pairs were compared, at most one for each passage of the sample
     * @param nearer of 100 such pairs and 100 of any passages, the share in which the joined ones are nearer: 0.5 is chance
     */
    public record EdgeKind(Kind kind, int pairs, double nearer) {
        /** How two passages are joined. */
        public enum Kind {
            /** They have a name in common that is no hub. */
            NAME,
            /** The text of the one names the title of the other. */
            TITLE,
            /** The one stands behind the other in their document. */
            READING_ORDER
        }
    }

    /**
     * What stands as a name and looks like none.
     *
     * @param junk the share of entities that do
     * @param doubts that share by what they are instead, in the order of the enum
     * @param worst the ten in most passages, among the sample and the hubs
     */
    public record Names(double junk, Map<NameDoubt, Double> doubts, List<Doubtful> worst) {
        /** Copies the collections, so that the record is immutable. */
        public Names {
            Map<NameDoubt, Double> ordered = new EnumMap<>(NameDoubt.class);
            ordered.putAll(doubts);
            doubts = Collections.unmodifiableMap(ordered);
            worst = List.copyOf(worst);
        }
    }

    /**
     * A text that stands as a name and looks like none.
     *
     * @param passages in how many passages it stands
     */
    public record Doubtful(String name, NameDoubt doubt, int passages) {}

    /**
     * What is there more than once.
     *
     * @param same the share of passages whose text another has too
     * @param alike the share that shares nine of ten words with one of its ten nearest; with {@code same}
     * @param examples documents of such passages, two and two, at most three
     * @param aliases the names that are probably one thing with another, counted up to
     *     {@value EntityAliases#MAX_SUGGESTIONS}; empty where there are too many entities to look
     */
    public record Copies(double same, double alike, List<List<String>> examples, OptionalInt aliases) {
        /** Copies the list, so that the record is immutable. */
        public Copies {
            examples = List.copyOf(examples);
        }
    }

    /**
     * How many of the passages are in a language.
     *
     * @param language one of the languages that Tern recognises
     */
    public record LanguageShare(Language language, double share) {}

    /**
     * What to change, and how.
     *
     * @param about what is out of the ordinary
     * @param sentence what to do, with the command for it
     */
    public record Advice(Topic about, String sentence) {
        /** What a line of a profile is about. */
        public enum Topic {
            SIZES,
            LINKS,
            EDGES,
            NAMES,
            COPIES,
            LANGUAGES
        }
    }

    /**
     * Whether the graph will help beside plain vector search.
     *
     * @param sentence says so, and why
     */
    public record Verdict(Outlook outlook, String sentence) {
        /** Whether the graph will help. */
        public enum Outlook {
            /** As on the sets on which it does. */
            HELPS,
            /** Some of what makes it help is there. */
            MAY_HELP,
            /** There is nothing that a walk could follow, or nothing that search would not find. */
            DOES_NOT_HELP,
            /** Too little is there to tell. */
            CANNOT_TELL
        }
    }
}
