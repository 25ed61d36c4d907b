package dev.tern.cli.command;

import dev.tern.cli.command.output.Printable;
import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.EntityName;
import dev.tern.graph.NameDoubt;
import dev.tern.graph.Passage;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.text.Language;
import dev.tern.text.WordLists;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prints the main names and topics of a new graph, and questions that need two passages, or else
 * the command that asks. Two names in a question have no document in common (or no passage, if
 * documents share few names), but each has a statement in common with a third name. A single name
 * has statements in two documents or passages. Not thread-safe.
 */
public final class WelcomeText {
    private static final int NAMES = 5;
    private static final int QUESTIONS = 3;
    private static final int TOPICS = 3;
    private static final int NAMES_OF_TOPIC = 3;

    /** The maximum number of statements kept in memory, of about 500 bytes each. */
    private static final int MAX_ROWS = 50_000;

    private static final int MAX_CANDIDATES = 300;
    private static final int MAX_MIDDLES = 30;
    private static final int MAX_NEIGHBOURS = 40;
    private static final int MAX_NAME = 60;
    private static final int MAX_WORDS = 5;

    /** Matches characters that break a quoted question, and headings in capitals. */
    private static final Pattern UNQUOTABLE = Pattern.compile("[\"`$\\\\!:?\\p{Cntrl}]|^\\p{Lu}++ [\\p{Lu} ]++$");

    /** A sentence with one or two places for names in each language of {@link Language}. */
    private static final Properties SENTENCES =
            WordLists.read(WelcomeText.class.getResourceAsStream("questions.properties"));

    private final TernCommand command;
    private final StoreAddressFlag flags;
    private final GraphStore graph;
    private final boolean shown;

    /**
     * Creates the text before documents are added. It prints nothing if the graph already has some,
     * stdout is no terminal, or JSON or quiet output is chosen.
     *
     * @param flags the options that choose the graph, to be repeated in the printed commands
     */
    public WelcomeText(TernCommand command, StoreAddressFlag flags, GraphStore graph) {
        this.command = command;
        this.flags = flags;
        this.graph = graph;
        this.shown = command.environment().outIsTerminal()
                && !command.json()
                && !command.output().quiet
                && graph.latest().description().isEmpty();
    }

    /** Prints names and questions; without questions, the command that asks. */
    public void print() {
        if (!shown) {
            return;
        }
        List<RelationRow> statements = new ArrayList<>();
        try (GraphView view = graph.view()) {
            if (view.description().isEmpty()) {
                return;
            }
            view.scan(GraphVisitor.ofRelations(row -> {
                if (statements.size() < MAX_ROWS) {
                    statements.add(row);
                }
            }));
        }
        EntityPlaces places = new EntityPlaces(statements, RelationRow::documentId);
        Map<String, String> names = names(places.inSeveralPlaces());
        if (names.size() < QUESTIONS) {
            places = new EntityPlaces(statements, RelationRow::passageId);
            names = names(places.inSeveralPlaces());
        }
        Map<String, String> main = distinct(names, NAMES);
        List<String> questions = questions(places, names, main);
        List<String> lines = new ArrayList<>();
        if (!main.isEmpty()) {
            lines.addAll(List.of("", command.style().heading("Main names"), "  " + String.join(", ", main.values())));
        }
        List<String> topics = statements.size() < MAX_ROWS ? topics() : List.of();
        if (!topics.isEmpty()) {
            lines.addAll(List.of("", command.style().heading("Themes")));
            topics.forEach(topic -> lines.add("  " + topic));
        }
        lines.add("");
        lines.add(command.style().heading(questions.isEmpty() ? "Next" : "Questions that need two passages"));
        (questions.isEmpty() ? List.of("...") : questions)
                .forEach(question ->
                        lines.add("  " + command.commandLine() + " ask \"" + question + "\"" + flags.typed()));
        command.print(lines);
    }

    /** Returns the first names that are no short forms of names before them. */
    private static Map<String, String> distinct(Map<String, String> names, int max) {
        Map<String, String> chosen = new LinkedHashMap<>();
        names.forEach((id, name) -> {
            if (chosen.size() < max
                    && chosen.values().stream().noneMatch(other -> EntityName.isShortForm(name, other))) {
                chosen.put(id, name);
            }
        });
        return chosen;
    }

    /** Returns the topics that plug-ins find, those with two names at least. */
    private List<String> topics() {
        return ServiceLoader.load(CommandProvider.class, CommandProvider.class.getClassLoader()).stream()
                .flatMap(plugin -> plugin.get().topics(graph).stream())
                .map(topic -> distinct(
                                names(topic.stream().map(ContentId::ofEntity).toList()), NAMES_OF_TOPIC)
                        .values())
                .filter(topic -> topic.size() > 1)
                .limit(TOPICS)
                .map(topic -> String.join(", ", topic))
                .toList();
    }

    /** Returns at most two questions about two names, and others about one of the main names. */
    private List<String> questions(EntityPlaces places, Map<String, String> names, Map<String, String> main) {
        List<String> questions = new ArrayList<>();
        Set<String> used = new HashSet<>();
        names.entrySet().stream().limit(MAX_MIDDLES).forEach(middle -> {
            List<Map.Entry<String, String>> ends = names(places.neighbours(middle.getKey())).entrySet().stream()
                    .filter(end ->
                            !used.contains(end.getKey()) && !EntityName.isShortForm(end.getValue(), middle.getValue()))
                    .toList();
            for (int last = 1; last < ends.size() && questions.size() < QUESTIONS - 1; last++) {
                Map.Entry<String, String> one = ends.get(last);
                Optional<Map.Entry<String, String>> other = ends.subList(0, last).stream()
                        .filter(end -> places.areApart(end.getKey(), one.getKey()))
                        .findFirst();
                if (other.isPresent()) {
                    List<String> ids = List.of(other.get().getKey(), one.getKey());
                    used.addAll(ids);
                    questions.add(String.format(
                            Locale.ROOT,
                            sentence("", places.text(ids)),
                            other.get().getValue(),
                            one.getValue()));
                    return;
                }
            }
        });
        main.entrySet().stream()
                .filter(name -> !used.contains(name.getKey()))
                .limit(QUESTIONS - questions.size())
                .map(name -> String.format(
                        Locale.ROOT, sentence("ABOUT_", places.text(List.of(name.getKey()))), name.getValue()))
                .forEach(questions::add);
        return questions;
    }

    /** Returns the sentence in the language of a text, or in English if there is none. */
    private static String sentence(String kind, String text) {
        return Optional.ofNullable(
                        SENTENCES.getProperty(kind + Language.of(text).name()))
                .orElseGet(() -> Objects.requireNonNull(SENTENCES.getProperty(kind + Language.ENGLISH.name())));
    }

    /** Returns the names of entities that are worth showing, by id, in the given order. */
    private Map<String, String> names(Collection<String> ids) {
        Map<String, String> found = new HashMap<>();
        for (Embedded<Entity> entity : graph.latest().entities(ids)) {
            found.put(entity.value().id(), entity.value().name());
        }
        Set<String> titles = titles(found.values());
        Map<String, String> names = new LinkedHashMap<>();
        for (String id : ids) {
            String name = found.getOrDefault(id, "");
            if (isName(name) && !titles.contains(EntityName.normalise(name))) {
                names.put(id, Printable.text(name));
            }
        }
        return names;
    }

    /** Returns the names, normalised, that are titles and in no text below them. */
    private Set<String> titles(Collection<String> names) {
        Map<String, Boolean> inText = new HashMap<>();
        List<String> keys = names.stream().map(EntityName::normalise).toList();
        for (Embedded<Passage> passage : graph.latest().passages(PassagesBy.TITLE, keys)) {
            String title = EntityName.normalise(passage.value().title());
            boolean isSaid = passage.value()
                    .text()
                    .lines()
                    .map(EntityName::normalise)
                    .anyMatch(line -> line.contains(title) && !line.equals(title));
            inText.merge(title, isSaid, Boolean::logicalOr);
        }
        return inText.entrySet().stream()
                .filter(title -> !title.getValue())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** Returns true for a name that suits a question and needs no escape in a shell's quotes. */
    static boolean isName(String name) {
        int first = name.isEmpty() ? 0 : name.codePointAt(0);
        return name.length() <= MAX_NAME
                && Character.isLetter(first)
                && !Character.isLowerCase(first)
                && name.chars().filter(c -> c == ' ').count() < MAX_WORDS
                && !UNQUOTABLE.matcher(name).find()
                && NameDoubt.isMain(name);
    }

    /** The places of each entity: the documents or the passages with statements about it. */
    private static final class EntityPlaces {
        private final List<RelationRow> statements;
        private final Map<String, Set<String>> places = new HashMap<>();

        private EntityPlaces(List<RelationRow> statements, Function<RelationRow, String> place) {
            this.statements = statements;
            for (RelationRow row : statements) {
                row.entityIds()
                        .forEach(id -> places.computeIfAbsent(id, one -> new HashSet<>())
                                .add(place.apply(row)));
            }
        }

        private int count(String id) {
            return places.getOrDefault(id, Set.of()).size();
        }

        /** Returns the entities in at least two documents or passages, most frequent first. */
        private List<String> inSeveralPlaces() {
            return first(places.keySet().stream().filter(id -> count(id) > 1), MAX_CANDIDATES);
        }

        private List<String> neighbours(String id) {
            return first(
                    statements.stream()
                            .map(RelationRow::entityIds)
                            .filter(ids -> ids.contains(id))
                            .flatMap(List::stream)
                            .filter(other -> !other.equals(id))
                            .distinct(),
                    MAX_NEIGHBOURS);
        }

        /** Returns the statements about any of the entities, one a line. */
        private String text(List<String> ids) {
            return statements.stream()
                    .filter(row -> !Collections.disjoint(row.entityIds(), ids))
                    .map(RelationRow::text)
                    .collect(Collectors.joining("\n"));
        }

        private List<String> first(Stream<String> ids, int max) {
            return ids.sorted(Comparator.comparingInt(this::count).reversed().thenComparing(id -> id))
                    .limit(max)
                    .toList();
        }

        private boolean areApart(String one, String other) {
            return Collections.disjoint(places.getOrDefault(one, Set.of()), places.getOrDefault(other, Set.of()));
        }
    }
}
