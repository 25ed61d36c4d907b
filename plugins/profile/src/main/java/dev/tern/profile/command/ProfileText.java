package dev.tern.profile.command;

import static dev.tern.profile.GraphProfile.formatShare;

import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.output.TextStyle;
import dev.tern.curation.alias.AliasFinder;
import dev.tern.profile.GraphProfile;
import dev.tern.profile.GraphProfile.Advice.Topic;
import dev.tern.profile.GraphProfile.Duplicates;
import dev.tern.profile.GraphProfile.EdgeKind;
import dev.tern.profile.GraphProfile.LanguageShare;
import dev.tern.profile.GraphProfile.Links;
import dev.tern.profile.GraphProfile.Sizes;
import dev.tern.profile.GraphProfile.SuspectNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Formats one profile: lines of figures with the way each was counted, and advice on them. */
final class ProfileText {
    private final TextStyle style;
    private final GraphProfile profile;
    private final List<String> lines = new ArrayList<>();

    ProfileText(TextStyle style, GraphProfile profile) {
        this.style = style;
        this.profile = profile;
    }

    /**
     * Returns the lines of the profile.
     *
     * @param graph the beginning of the first line, which names the graph
     */
    List<String> lines(String graph) {
        lines.add(graph + ", from a sample of " + Phrases.count(profile.sample().passages(), "passage") + " and "
                + Phrases.count(profile.sample().entities(), "entity") + " (seed "
                + profile.sample().seed() + ")");
        lines.add(verdict());
        sizes(profile.sizes());
        links(profile.links());
        edges(profile.edges());
        names(profile.names());
        copies(profile.duplicates());
        languages();
        return lines;
    }

    private String verdict() {
        String sentence = profile.verdict().sentence();
        return switch (profile.verdict().outlook()) {
            case HELPS -> style.good(sentence);
            case MAY_HELP, CANNOT_TELL -> style.warning(sentence);
            case DOES_NOT_HELP -> style.bad(sentence);
        };
    }

    private void sizes(Sizes sizes) {
        heading("sizes");
        line(number(sizes.documents()), "documents");
        line(
                number(sizes.passages()),
                "passages; half of the sample have up to " + sizes.medianTokens() + " tokens, 95 of 100 up to "
                        + sizes.p95Tokens() + " (estimated)");
        line(number(sizes.entities()), "entities");
        line(
                number(sizes.relations()),
                String.format(Locale.ROOT, "relations; %.1f statements a passage", sizes.statements()));
        if (sizes.waiting() + sizes.failed() > 0) {
            line(number(sizes.waiting() + sizes.failed()), "passages wait for their statements, or these failed");
        }
        line(formatShare(sizes.withoutStatements()), "passages state nothing");
        line(formatShare(sizes.nameLists()), "statements only name entities together, without a predicate");
        line(formatShare(sizes.selfRelations()), "statements relate an entity to itself");
        advice(Topic.SIZES);
    }

    private void links(Links links) {
        heading("links: names in 2 to " + number(links.hubLimit()) + " passages");
        line(formatShare(links.linked()), "passages have a name in common with another");
        line(formatShare(links.crossDocument()), "passages have one in common with a passage of another document");
        line(formatShare(links.titled()), "passages name the title of another in their text");
        line(formatShare(links.nearest()), "of the ten nearest to a passage have a name in common with it");
        line(
                formatShare(links.notAmongNearest()),
                "passages joined by a name are not among the ten nearest: the graph alone joins them");
        line(formatShare(links.singlePassageEntities()), "entities are in one passage only");
        if (!links.hubs().isEmpty()) {
            line(
                    number(links.hubs().size()),
                    (links.hubs().size() == 1 ? "name is" : "names or more are")
                            + " in more passages, without a link: "
                            + String.join(
                                    ", ",
                                    links.hubs().stream()
                                            .map(hub ->
                                                    Printable.text(hub.name()) + " (" + number(hub.passages()) + ")")
                                            .toList()));
        }
        advice(Topic.LINKS);
    }

    private void edges(List<EdgeKind> edges) {
        heading("edges: how often a joined pair is nearer than any two passages; 50 of 100 is chance");
        edges.forEach(edge -> line(
                formatShare(edge.nearer()),
                switch (edge.kind()) {
                            case NAME -> "joined by a name";
                            case TITLE -> "joined by a title";
                            case READING_ORDER -> "one behind the other in a document";
                        }
                        + ", " + Phrases.count(edge.pairs(), "pair")));
        if (edges.isEmpty()) {
            line("0", "pairs are joined");
        }
        advice(Topic.EDGES);
    }

    private void names(SuspectNames names) {
        heading("junk");
        String kinds = String.join(
                ", ",
                names.doubts().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(doubt -> formatShare(doubt.getValue()) + " "
                                + doubt.getKey().description())
                        .toList());
        line(
                formatShare(names.suspectShare()),
                "entities do not look like names" + (kinds.isEmpty() ? "" : ": " + kinds));
        names.examples()
                .forEach(doubtful -> lines.add(style.faint("              \""
                        + Printable.text(doubtful.name()).replace('\n', ' ') + "\": "
                        + doubtful.doubt().description() + ", in " + Phrases.count(doubtful.passages(), "passage"))));
        advice(Topic.NAMES);
    }

    private void copies(Duplicates copies) {
        heading("duplicates");
        line(formatShare(copies.same()), "passages have the text of another");
        line(
                formatShare(copies.alike()),
                "passages have nine of ten words in common with one of their ten nearest"
                        + (copies.examples().isEmpty() ? "" : ", as have"));
        copies.examples()
                .forEach(two -> lines.add(style.faint("              "
                        + String.join(" and ", two.stream().map(Printable::text).toList()))));
        if (copies.aliases().isPresent()) {
            int aliases = copies.aliases().getAsInt();
            line(
                    number(aliases),
                    (aliases < AliasFinder.MAX_SUGGESTIONS ? "" : "or more ")
                            + "entities probably have several names that are not merged");
        } else {
            line("?", "entities with several names: for a graph of this size, run tern edit suggest");
        }
        advice(Topic.DUPLICATES);
    }

    private void languages() {
        heading("languages");
        profile.languages().stream()
                .sorted(Comparator.comparingDouble(LanguageShare::share).reversed())
                .forEach(language -> line(
                        formatShare(language.share()),
                        "passages are in "
                                + switch (language.language()) {
                                    case ENGLISH -> "English";
                                    case GERMAN -> "German";
                                    case SPANISH -> "Spanish";
                                    case INDONESIAN -> "Indonesian";
                                    case JAPANESE -> "Japanese";
                                    case OTHER -> "another language, or in none";
                                }));
        lines.add("              embedded by " + Printable.text(profile.embeddingModel()));
        advice(Topic.LANGUAGES);
    }

    private void heading(String text) {
        lines.add("");
        lines.add(style.heading(text));
    }

    private void line(String figure, String words) {
        lines.add(String.format(Locale.ROOT, "  %10s  %s", figure, words));
    }

    private void advice(Topic about) {
        profile.advice().stream()
                .filter(advice -> advice.about() == about)
                .forEach(advice -> lines.add(style.warning("  -> " + advice.sentence())));
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
