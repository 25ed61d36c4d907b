package dev.tern.cli.command;

import dev.tern.cli.command.output.Printable;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.EntityName;
import dev.tern.graph.NameDoubt;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
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
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prints the main names of a new graph, and questions that need two passages, or else the command
 * that asks. The two names in a question have no document in common (or no passage, in a graph of
 * one document), but each has a statement in common with a third name. Not thread-safe.
 */
public final class WelcomeText {
    private static final int NAMES = 5;
    private static final int QUESTIONS = 3;

    /** The maximum number of statements kept in memory, of about 500 bytes each. */
    private static final int MAX_ROWS = 50_000;

    private static final int MAX_CANDIDATES = 300;
    private static final int MAX_MIDDLES = 30;
    private static final int MAX_NEIGHBOURS = 40;
    private static final int MAX_NAME = 60;
    private static final int MAX_WORDS = 5;

    /** Matches characters that break a quoted question, and headings in capitals. */
    private static final Pattern UNQUOTABLE = Pattern.compile("[\"`$\\\\!:?\\p{Cntrl}]|^\\p{Lu}++ [\\p{Lu} ]++$");

    /** A sentence with two places for names in each language that {@link Language} knows. */
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
        EntityDocuments entityDocuments;
        try (GraphView view = graph.view()) {
            if (view.description().isEmpty()) {
                return;
            }
            entityDocuments = new EntityDocuments(view.statistics().documents() == 1);
            view.scan(entityDocuments);
        }
        List<String> spread = entityDocuments.inSeveralPlaces();
        Map<String, String> names = names(spread);
        List<String> main = new ArrayList<>();
        names.values().stream()
                .filter(name -> main.stream().noneMatch(other -> EntityName.isShortForm(name, other)))
                .limit(NAMES)
                .forEach(main::add);
        List<String> questions = questions(entityDocuments, names);
        List<String> lines = new ArrayList<>();
        if (!main.isEmpty()) {
            lines.addAll(List.of("", command.style().heading("Main names"), "  " + String.join(", ", main)));
        }
        lines.add("");
        lines.add(command.style().heading(questions.isEmpty() ? "Next" : "Questions that need two passages"));
        (questions.isEmpty() ? List.of("...") : questions)
                .forEach(question ->
                        lines.add("  " + command.commandLine() + " ask \"" + question + "\"" + flags.typed()));
        command.print(lines);
    }

    private List<String> questions(EntityDocuments entityDocuments, Map<String, String> names) {
        List<String> questions = new ArrayList<>();
        Set<String> used = new HashSet<>();
        names.entrySet().stream().limit(MAX_MIDDLES).forEach(middle -> {
            List<Map.Entry<String, String>> ends =
                    names(entityDocuments.neighbours(middle.getKey())).entrySet().stream()
                            .filter(end -> !used.contains(end.getKey())
                                    && !EntityName.isShortForm(end.getValue(), middle.getValue()))
                            .toList();
            for (int last = 1; last < ends.size() && questions.size() < QUESTIONS; last++) {
                Map.Entry<String, String> one = ends.get(last);
                Optional<Map.Entry<String, String>> other = ends.subList(0, last).stream()
                        .filter(end -> entityDocuments.areApart(end.getKey(), one.getKey()))
                        .findFirst();
                if (other.isPresent()) {
                    used.addAll(List.of(other.get().getKey(), one.getKey()));
                    List<String> ids = List.of(other.get().getKey(), one.getKey());
                    questions.add(String.format(
                            Locale.ROOT,
                            sentence(entityDocuments.text(ids)),
                            other.get().getValue(),
                            one.getValue()));
                    return;
                }
            }
        });
        return questions;
    }

    /** Returns the sentence in the language of a text, or in English if there is none. */
    private static String sentence(String text) {
        return Optional.ofNullable(SENTENCES.getProperty(Language.of(text).name()))
                .orElseGet(() -> Objects.requireNonNull(SENTENCES.getProperty(Language.ENGLISH.name())));
    }

    /** Returns the names of entities that are worth showing, by id, in the given order. */
    private Map<String, String> names(Collection<String> ids) {
        Map<String, String> found = new HashMap<>();
        for (Embedded<Entity> entity : graph.latest().entities(ids)) {
            found.put(entity.value().id(), entity.value().name());
        }
        Map<String, String> names = new LinkedHashMap<>();
        for (String id : ids) {
            String name = found.getOrDefault(id, "");
            if (isName(name)) {
                names.put(id, Printable.text(name));
            }
        }
        return names;
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

    /** Collects the documents of each entity, or the passages if the graph has one document. */
    private static final class EntityDocuments implements GraphVisitor {
        private final boolean inPassages;
        private final Map<String, Set<String>> documents = new HashMap<>();
        private final List<RelationRow> statements = new ArrayList<>();

        private EntityDocuments(boolean inPassages) {
            this.inPassages = inPassages;
        }

        @Override
        public Set<RowKind> kinds() {
            return Set.of(RowKind.RELATION);
        }

        @Override
        public void relation(Embedded<RelationRow> relation) {
            RelationRow row = relation.value();
            if (statements.size() < MAX_ROWS) {
                statements.add(row);
                String place = inPassages ? row.passageId() : row.documentId();
                row.entityIds()
                        .forEach(id -> documents
                                .computeIfAbsent(id, one -> new HashSet<>())
                                .add(place));
            }
        }

        private int count(String id) {
            return documents.getOrDefault(id, Set.of()).size();
        }

        /** Returns the entities in at least two documents or passages, most frequent first. */
        private List<String> inSeveralPlaces() {
            return first(documents.keySet().stream().filter(id -> count(id) > 1), MAX_CANDIDATES);
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
            return Collections.disjoint(documents.getOrDefault(one, Set.of()), documents.getOrDefault(other, Set.of()));
        }
    }
}
