package dev.tern.profile;

import dev.tern.curation.alias.AliasFinder;
import dev.tern.graph.Embedded;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.profile.GraphProfile.Advice;
import dev.tern.profile.GraphProfile.Advice.Topic;
import dev.tern.profile.GraphProfile.Duplicates;
import dev.tern.profile.GraphProfile.EdgeKind;
import dev.tern.profile.GraphProfile.LanguageShare;
import dev.tern.profile.GraphProfile.Links;
import dev.tern.profile.GraphProfile.Sizes;
import dev.tern.profile.GraphProfile.SuspectNames;
import dev.tern.text.Language;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Recommends changes of a graph: a sentence for each unusual figure. Not thread-safe. */
final class AdviceRules {
    private static final double MANY_SILENT = 0.3;
    private static final double MANY_LISTING = 0.7;
    private static final double MANY_TURNED = 0.05;
    private static final double MUCH_JUNK = 0.1;
    private static final double MANY_DUPLICATES = 0.1;
    private static final double MANY_FOREIGN = 0.2;
    private static final int LONG_TOKENS = 600;
    private static final int SHORT_TOKENS = 12;
    private static final int MIN_ENTITIES_TO_MERGE = 50;

    private static final String GIVEN = Extraction.GIVEN.by();
    private static final String NO_EXTRACTOR = "none";

    /** Matches names of embedding models that were trained on English alone. */
    private static final Pattern ENGLISH_ONLY = Pattern.compile(
            "^(?:.*/)?(?:all-minilm-l\\d+-v\\d|all-mpnet-base-v2|e5-(?:small|base|large)(?:-v2)?\\b|[^/]*-en\\b)",
            Pattern.CASE_INSENSITIVE);

    private final List<Advice> advice = new ArrayList<>();
    private final String extractor;

    /**
     * Creates rules that have given no advice yet.
     *
     * @param sample the sampled passages; advice depends on the extractor of most of them
     */
    AdviceRules(List<Embedded<Passage>> sample) {
        Map<String, Integer> by = new HashMap<>();
        sample.forEach(passage -> by.merge(passage.value().extraction().by(), 1, Integer::sum));
        extractor = by.entrySet().stream()
                .max(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(GIVEN);
    }

    List<Advice> advice() {
        return advice;
    }

    AdviceRules sizes(Sizes sizes) {
        if (sizes.waiting() + sizes.failed() > 0) {
            add(
                    Topic.SIZES,
                    "tern add without a PLACE finds the statements of waiting or failed passages: until then only"
                            + " their names link them.");
        }
        if (sizes.withoutStatements() >= MANY_SILENT) {
            add(Topic.SIZES, "To find missing statements, " + otherExtractor() + ".");
        }
        if (sizes.nameLists() >= MANY_LISTING || sizes.selfRelations() >= MANY_TURNED) {
            add(Topic.SIZES, "For richer statements, " + otherExtractor() + ".");
        }
        if (sizes.p95Tokens() > LONG_TOKENS) {
            add(
                    Topic.SIZES,
                    "Embedding models truncate long passages: add the documents without"
                            + " statements of their own, and tern add --passage-tokens 256 splits them.");
        }
        if (sizes.passages() > 0 && sizes.medianTokens() < SHORT_TOKENS) {
            add(
                    Topic.SIZES,
                    "Passages of a few words say little: put related lines into one text file, which tern add splits"
                            + " by --passage-tokens.");
        }
        return this;
    }

    /** Returns a clause that recommends a better extraction, depending on the present extractor. */
    private String otherExtractor() {
        if (extractor.equals(GIVEN)) {
            return "leave metadata.triplets out of the JSON lines and add them again with tern add --extractor rules";
        }
        if (extractor.equals(NO_EXTRACTOR)) {
            return "add the documents again with tern add --extractor rules";
        }
        return isOffline()
                ? "add the documents again with a chat model: tern add --extractor model, after tern add --dry-run"
                : "describe the statements to the chat model: extraction.promptFile in tern.yaml, then tern add again";
    }

    private boolean isOffline() {
        return extractor.startsWith("rules") || extractor.startsWith("sentences") || extractor.startsWith("names");
    }

    AdviceRules links(Links links, Sizes sizes) {
        if (links.linked() < OutlookRule.MANY_LINKED
                && sizes.passages() >= OutlookRule.MIN_PASSAGES
                && sizes.withoutStatements() < MANY_SILENT) {
            add(
                    Topic.LINKS,
                    "Where one thing has several names, tern edit merge joins its passages; otherwise ask with --mode"
                            + " naive --hybrid, which uses vectors and words.");
        }
        return this;
    }

    AdviceRules edges(List<EdgeKind> edges) {
        boolean loose = edges.stream()
                .anyMatch(edge -> edge.kind() == EdgeKind.Kind.NAME && edge.nearer() < OutlookRule.HARDLY_NEARER);
        if (loose) {
            add(
                    Topic.EDGES,
                    "Names join unrelated passages: tern edit check finds merged names that join too many; for better"
                            + " names, "
                            + otherExtractor() + ".");
        }
        return this;
    }

    AdviceRules names(SuspectNames names) {
        if (names.suspectShare() >= MUCH_JUNK) {
            add(Topic.NAMES, "For real names, " + otherExtractor() + ".");
        }
        return this;
    }

    AdviceRules copies(Duplicates copies, Sizes sizes) {
        if (copies.alike() >= MANY_DUPLICATES) {
            add(
                    Topic.DUPLICATES,
                    "Copies take up places among the passages found: tern remove DOCUMENT takes one out, and tern add"
                            + " --exclude GLOB leaves files out.");
        }
        if (copies.aliases().isPresent()
                && copies.aliases().getAsInt() > 0
                && (copies.aliases().getAsInt() >= AliasFinder.MAX_SUGGESTIONS
                        || (long) copies.aliases().getAsInt() * MIN_ENTITIES_TO_MERGE >= sizes.entities())) {
            add(Topic.DUPLICATES, "tern edit suggest shows these names, and with --merge merges them.");
        }
        return this;
    }

    /**
     * Recommends another model if many passages are not in English, and the model was trained on
     * English alone. Passages in an unrecognised language count only if names link a quarter of the
     * passages: otherwise they are probably lines of a log.
     */
    AdviceRules languages(List<LanguageShare> languages, String embeddingModel, Links links) {
        boolean named = links.linked() >= OutlookRule.FEW_LINKED;
        double foreign = languages.stream()
                .filter(language ->
                        language.language() != Language.ENGLISH && (named || language.language() != Language.OTHER))
                .mapToDouble(LanguageShare::share)
                .sum();
        if (foreign >= MANY_FOREIGN && ENGLISH_ONLY.matcher(embeddingModel).find()) {
            add(
                    Topic.LANGUAGES,
                    "The embedding model is for English: add the documents to another graph with one for many"
                        + " languages, as in tern add --graph NEW --embedding-model ./models/multilingual-e5-small.");
        }
        return this;
    }

    private void add(Topic about, String sentence) {
        advice.add(new Advice(about, sentence));
    }
}
