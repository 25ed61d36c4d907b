package dev.tern.profile;

import dev.tern.curation.alias.AliasFinder;
import dev.tern.graph.NameDoubt;
import dev.tern.text.Language;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The profile of a graph. Shares are from 0 to 1, of the sample unless stated otherwise; 0 if there
 * was nothing to count.
 *
 * @param sample the size of the sample
 * @param links the connections between passages
 * @param edges the similarity of linked passages, compared with random ones, by kind
 * @param names entity names that look wrong
 * @param duplicates duplicate passages and likely aliases
 * @param languages the share of each language that occurs, the most common first
 * @param embeddingModel the model of the vectors
 * @param verdict an estimate of the graph's benefit
 * @param advice recommended changes; empty if nothing is unusual
 */
public record GraphProfile(
        SampleSize sample,
        Sizes sizes,
        Links links,
        List<EdgeKind> edges,
        SuspectNames names,
        Duplicates duplicates,
        List<LanguageShare> languages,
        String embeddingModel,
        Verdict verdict,
        List<Advice> advice) {
    public GraphProfile {
        edges = List.copyOf(edges);
        languages = List.copyOf(languages);
        advice = List.copyOf(advice);
    }

    /** Returns the size of the graph and the verdict. */
    @Override
    public String toString() {
        return sizes.documents() + " documents, " + sizes.passages() + " passages: " + verdict.sentence();
    }

    /** Formats a share as "7 of 100", rounded; "&lt;1 of 100" and "&gt;99 of 100" near 0 and 1. */
    public static String formatShare(double share) {
        if (share > 0 && share < 0.005) {
            return "<1 of 100";
        }
        return share >= 0.995 && share < 1 ? ">99 of 100" : String.format(Locale.ROOT, "%.0f of 100", 100 * share);
    }

    /**
     * The size of the random sample.
     *
     * @param seed the same seed selects the same sample
     * @param limit the maximum number of passages, and of entities
     * @param passages the number of passages sampled: all, up to the limit
     * @param entities the number of entities sampled: all, up to the limit
     */
    public record SampleSize(long seed, int limit, int passages, int entities) {}

    /**
     * The size of the graph. The shares are of the whole graph, not of the sample.
     *
     * @param waiting passages whose extraction is pending
     * @param failed passages whose extraction failed
     * @param medianTokens the median of the estimated tokens of sampled passages
     * @param p95Tokens the 95th percentile of the estimated tokens of sampled passages
     * @param statements the mean number of statements per passage
     * @param withoutStatements the share of passages without statements
     * @param nameLists of all statements in extracted passages, the share that only lists names
     * @param selfRelations of the same statements, the share that relates an entity to itself
     */
    public record Sizes(
            long documents,
            long passages,
            long entities,
            long relations,
            long waiting,
            long failed,
            int medianTokens,
            int p95Tokens,
            double statements,
            double withoutStatements,
            double nameLists,
            double selfRelations) {}

    /**
     * The connections between passages by names. A hub, which is a name in too many passages, links
     * none.
     *
     * @param linked the share of passages that have a name in common with another
     * @param crossDocument the share of passages with such a name that occurs in several documents
     * @param titled the share of passages whose text contains the title of another
     * @param nearest the share of the ten nearest neighbours of each passage that have a name in
     *     common with it
     * @param notAmongNearest the share of linked passages for which one random link does not lead
     *     to any of their ten nearest
     * @param singlePassageEntities the share of entities in a single passage
     * @param hubLimit the maximum number of passages of a name that is not a hub
     * @param hubs the hubs in sampled passages, the largest first, at most ten; without names that
     *     occur in one document only, as its title
     */
    public record Links(
            double linked,
            double crossDocument,
            double titled,
            double nearest,
            double notAmongNearest,
            double singlePassageEntities,
            int hubLimit,
            List<CountedName> hubs) {
        public Links {
            hubs = List.copyOf(hubs);
        }
    }

    /**
     * A name and the number of its passages.
     *
     * @param name the name as written in one of them
     */
    public record CountedName(String name, int passages) {}

    /**
     * Compares the vector distances of linked pairs of passages with random pairs.
     *
     * @param kind the kind of the link
     * @param pairs the number of linked pairs compared, at most one per sampled passage
     * @param nearer the probability that a linked pair is nearer than a random one; 0.5 is chance
     */
    public record EdgeKind(Kind kind, int pairs, double nearer) {
        /** The kind of link between two passages. */
        public enum Kind {
            /** Both passages have the same name, which is no {@linkplain Links#hubLimit hub}. */
            NAME,
            /** The text of the first contains the title of the second. */
            TITLE,
            /** The second follows the first in their document. */
            READING_ORDER
        }
    }

    /**
     * Entity names that look wrong.
     *
     * @param suspectShare the share of entities with such a name
     * @param doubts the share of entities for each reason that occurs, in the order of the enum
     * @param examples at most ten of the sampled entities and hubs, by number of passages
     */
    public record SuspectNames(double suspectShare, Map<NameDoubt, Double> doubts, List<DoubtfulName> examples) {
        public SuspectNames {
            Map<NameDoubt, Double> ordered = new EnumMap<>(NameDoubt.class);
            ordered.putAll(doubts);
            doubts = Collections.unmodifiableMap(ordered);
            examples = List.copyOf(examples);
        }
    }

    /**
     * An entity name that looks wrong.
     *
     * @param passages the number of passages with the name
     */
    public record DoubtfulName(String name, NameDoubt doubt, int passages) {}

    /**
     * Duplicate passages and likely aliases.
     *
     * @param same the share of passages with the text of one of their ten nearest, except for white
     *     space
     * @param alike the share of passages that have nine of ten distinct words in common with one of
     *     their ten nearest, including {@code same}
     * @param examples pairs of documents with such passages, at most three; the two may be equal
     * @param aliases the number of names that are probably aliases, up to {@value
     *     AliasFinder#MAX_SUGGESTIONS}; empty if the graph has too many entities for a search
     */
    public record Duplicates(double same, double alike, List<List<String>> examples, OptionalInt aliases) {
        public Duplicates {
            examples = List.copyOf(examples);
        }
    }

    /**
     * The share of passages in a language.
     *
     * @param language one that Tern recognises, or {@link Language#OTHER}
     */
    public record LanguageShare(Language language, double share) {}

    /**
     * A recommended change of the graph.
     *
     * @param about the unusual figure
     * @param sentence the change, usually with its command
     */
    public record Advice(Topic about, String sentence) {
        /** The figures that advice is about. */
        public enum Topic {
            SIZES,
            LINKS,
            EDGES,
            NAMES,
            DUPLICATES,
            LANGUAGES
        }
    }

    /**
     * An estimate of the graph's benefit over plain vector search.
     *
     * @param sentence the estimate with its reason
     */
    public record Verdict(Outlook outlook, String sentence) {
        /** The estimated benefit of a graph. */
        public enum Outlook {
            /** Similar to evaluated sets on which a graph helps. */
            HELPS,
            /** Some passages are linked, but not all conditions for a benefit are met. */
            MAY_HELP,
            /** Few passages are linked, or at least half nearly repeat another. */
            DOES_NOT_HELP,
            /** There is too little data. */
            CANNOT_TELL
        }
    }
}
