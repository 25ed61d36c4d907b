package dev.tern.note;

import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.note.Edit.Merge;
import dev.tern.note.Edit.Rename;
import dev.tern.note.Edit.Split;
import dev.tern.note.Edit.WrongEntity;
import dev.tern.note.Edit.WrongPassage;
import dev.tern.note.Edit.WrongRelation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The naming rules of a graph: the canonical names of entities, exceptions within documents, the
 * statements to drop and the passages to hide. The rules are applied when rows are written, so
 * readers of a graph need not know them. They are also applied to names in questions.
 *
 * <p>The rules are always applied to the statements as extracted, so applying them twice changes
 * nothing, and applying them without a rule undoes that rule. Rules that contradict each other:
 * <ul>
 *   <li>of two renames of an entity, or two splits of an entity in a document, the later one
 *       counts;
 *   <li>merges that share a name are joined if each name of one merge was merged with each name of
 *       the other; otherwise the shared name is ambiguous, and stays an entity of its own;
 *   <li>an entity declared wrong is in no statement, despite any other rule.
 * </ul>
 *
 * <p>Immutable.
 */
public final class NamingRules {
    /** The rules of a graph without edits: each name is canonical. */
    static final NamingRules NONE = new NamingRules(List.of());

    private final Map<String, NameGroup> groups = new HashMap<>();
    private final Map<String, List<String>> ambiguous = new HashMap<>();
    /** The renames by normalised name of the entity, the latest last. */
    private final LinkedHashMap<String, Edit> renames = new LinkedHashMap<>();
    /** The splits that count, by document id and normalised canonical name of the entity. */
    private final Map<String, Map<String, Edit>> splits = new HashMap<>();

    private final Set<String> wrongNames = new HashSet<>();
    private final Set<String> wrongRelations = new HashSet<>();
    private final Set<String> wrongTexts = new HashSet<>();
    private final Set<String> wrongPassages = new HashSet<>();
    private final boolean empty;

    /** The names of one entity as written, and the name to show. */
    private record NameGroup(String shown, Collection<String> names) {}

    /**
     * Creates the rules of some edits.
     *
     * @param edits edits that are not undone
     */
    NamingRules(Collection<Edit> edits) {
        List<Edit> inOrder = edits.stream()
                .filter(edit -> edit.change().isRule())
                .sorted(Comparator.comparing(edit -> edit.made().at()))
                .toList();
        empty = inOrder.isEmpty();
        inOrder.stream()
                .filter(edit -> edit.change() instanceof Rename)
                .forEach(edit -> renames.putLast(key(((Rename) edit.change()).entity()), edit));
        group(inOrder);
        inOrder.forEach(this::apply);
    }

    private void group(List<Edit> edits) {
        List<Map<String, String>> joined = NameJoining.join(withNewNames(edits.stream()
                .filter(edit -> edit.change() instanceof Merge)
                .map(edit -> ((Merge) edit.change()).names())
                .toList()));
        Map<String, GivenName> given = given(edits);
        Map<String, Integer> uses = new HashMap<>();
        joined.forEach(group -> group.keySet().forEach(key -> uses.merge(key, 1, Integer::sum)));
        for (Map<String, String> group : joined) {
            List<String> sure = group.keySet().stream()
                    .filter(key -> uses.getOrDefault(key, 0) == 1)
                    .toList();
            group.forEach((key, name) -> {
                if (uses.getOrDefault(key, 0) > 1) {
                    ambiguous
                            .computeIfAbsent(key, absent -> new ArrayList<>())
                            .add(group.values().stream()
                                    .filter(other -> !other.equals(name))
                                    .findFirst()
                                    .orElse(name));
                }
            });
            if (!sure.isEmpty()) {
                NameGroup merged = new NameGroup(displayName(given, sure, group), List.copyOf(group.values()));
                sure.forEach(key -> groups.put(key, merged));
            }
        }
    }

    /** Returns the name that the latest rename or merge gives to a group, or its first name. */
    private static String displayName(Map<String, GivenName> given, List<String> sure, Map<String, String> group) {
        return sure.stream()
                .flatMap(key -> Optional.ofNullable(given.get(key)).stream())
                .filter(one -> sure.contains(key(one.name())))
                .max(Comparator.comparingInt(GivenName::order))
                .map(GivenName::name)
                .orElseGet(() -> group.getOrDefault(sure.getFirst(), sure.getFirst()));
    }

    /** A name given by an edit; a later edit has a higher order. */
    private record GivenName(String name, int order) {}

    /** Returns, by normalised name, the new name that the latest rename or merge gives. */
    private static Map<String, GivenName> given(List<Edit> edits) {
        Map<String, GivenName> given = new HashMap<>();
        for (int i = 0; i < edits.size(); i++) {
            int order = i;
            switch (edits.get(i).change()) {
                case Rename(String entity, String name) -> given.put(key(entity), new GivenName(name, order));
                case Merge(List<String> names) ->
                    names.forEach(name -> given.put(key(name), new GivenName(names.getFirst(), order)));
                default -> {}
            }
        }
        return given;
    }

    /**
     * Returns the merges with each new name added to the merges of the renamed entity. If the
     * entity has none, its two names become a merge.
     */
    private List<List<String>> withNewNames(List<List<String>> merges) {
        List<List<String>> all = new ArrayList<>(merges);
        for (Edit edit : renames.values()) {
            Rename rename = (Rename) edit.change();
            boolean known = false;
            for (int i = 0; i < merges.size(); i++) {
                if (merges.get(i).stream().map(NamingRules::key).anyMatch(key(rename.entity())::equals)) {
                    known = true;
                    List<String> names = new ArrayList<>(all.get(i));
                    names.add(rename.name());
                    all.set(i, names);
                }
            }
            if (!known) {
                all.add(List.of(rename.entity(), rename.name()));
            }
        }
        return all;
    }

    private void apply(Edit edit) {
        switch (edit.change()) {
            case Split split ->
                split.documents()
                        .forEach(document -> splits.computeIfAbsent(document, absent -> new HashMap<>())
                                .put(canonicalKey(split.entity()), edit));
            case WrongEntity(String name) -> wrongNames.add(canonicalKey(name));
            case WrongRelation(String key, String text) -> {
                wrongRelations.add(key);
                wrongTexts.add(key(text));
            }
            case WrongPassage wrong -> wrongPassages.add(wrong.id());
            case Rename rename -> {}
            case Merge merge -> {}
            case Edit.Missing missing -> {}
            case Edit.Trusted trusted -> {}
        }
    }

    private static String key(String name) {
        return EntityName.normalise(name);
    }

    /** Returns true if there is no rule. */
    public boolean isEmpty() {
        return empty;
    }

    /** Returns the canonical form of a name, ignoring case; the name itself if no rule applies. */
    public String canonical(String name) {
        NameGroup group = groups.get(key(name));
        return group == null ? name : group.shown();
    }

    private String canonicalKey(String name) {
        return key(canonical(name));
    }

    /** Returns all names of the entity that a name denotes; the name alone if no rule applies. */
    public Collection<String> names(String name) {
        NameGroup group = groups.get(key(name));
        return group == null ? List.of(name) : group.names();
    }

    /** Returns another name of each entity that a name may mean; empty if it is not ambiguous. */
    public List<String> possible(String name) {
        return ambiguous.getOrDefault(key(name), List.of());
    }

    /** Returns true if an edit declares that a name is no entity. */
    public boolean isNoName(String name) {
        return wrongNames.contains(canonicalKey(name));
    }

    /** Returns true if extracted statements with a relation key are to be dropped. */
    public boolean isWrong(String relationKey) {
        return wrongRelations.contains(relationKey);
    }

    /** Returns true if an edit hides at least one passage. */
    public boolean hidesPassages() {
        return !wrongPassages.isEmpty();
    }

    /** Returns true if a name, or another name of its entity, is among some normalised names. */
    public boolean containsNameOf(Collection<String> keys, String name) {
        return names(name).stream().map(NamingRules::key).anyMatch(keys::contains);
    }

    /** Returns the original name of the entity last renamed to a name; empty if none was. */
    public Optional<String> entityNamed(String name) {
        return renames.values().stream()
                .map(edit -> (Rename) edit.change())
                .filter(rename -> key(rename.name()).equals(key(name)))
                .reduce((earlier, later) -> later)
                .map(Rename::entity);
    }

    /** Returns a passage with the rules applied; a wrong one is hidden, without statements. */
    public Passage canonicalise(Passage passage) {
        boolean wrong = wrongPassages.contains(passage.id());
        boolean hidden = passage.metadata().value(Passage.HIDDEN).isPresent();
        Passage marked = wrong == hidden
                ? passage
                : passage.withMetadata(
                        wrong
                                ? passage.metadata().with(Passage.HIDDEN, true)
                                : passage.metadata().without(Passage.HIDDEN));
        if (empty && passage.extraction().found().isEmpty()) {
            return marked;
        }
        List<Statement> named = wrong ? List.of() : canonicalise(passage.documentId(), passage.extractedStatements());
        return named.equals(passage.statements()) ? marked : marked.withStatements(named);
    }

    /** Returns statements of a document with the rules applied to them. */
    public List<Statement> canonicalise(String documentId, List<Statement> found) {
        Map<String, Edit> ofDocument = splits.getOrDefault(documentId, Map.of());
        return found.stream()
                .filter(statement -> !isWrong(statement))
                .map(statement -> statement.withEntities(names(statement, ofDocument)))
                .flatMap(statement -> statement.without(wrongNames).stream())
                .toList();
    }

    /** Returns true for a wrong statement; compares texts first, since computing keys is slow. */
    private boolean isWrong(Statement statement) {
        return !wrongTexts.isEmpty()
                && wrongTexts.contains(key(statement.text()))
                && wrongRelations.contains(statement.relationKey());
    }

    private Map<String, String> names(Statement statement, Map<String, Edit> ofDocument) {
        Map<String, String> names = new HashMap<>();
        for (String name : statement.entities()) {
            Edit split = ofDocument.get(canonicalKey(name));
            names.put(key(name), canonical(split == null ? name : ((Split) split.change()).name()));
        }
        return names;
    }

    /** Returns the renames and splits that overrule others, by the id of the overruled edit. */
    public Map<String, Edit> overruled(Collection<Edit> edits) {
        Map<String, Edit> overruled = new HashMap<>();
        for (Edit edit : edits) {
            Optional<Edit> counting = switch (edit.change()) {
                case Rename(String entity, String name) -> Optional.ofNullable(renames.get(key(entity)));
                case Split split ->
                    split.documents().stream()
                            .flatMap(document -> Optional.ofNullable(
                                    splits.getOrDefault(document, Map.of()).get(canonicalKey(split.entity())))
                                    .stream())
                            .filter(other -> !other.id().equals(edit.id()))
                            .findFirst();
                default -> Optional.empty();
            };
            counting.filter(other -> edit.isInEffect() && !other.id().equals(edit.id()))
                    .ifPresent(other -> overruled.put(edit.id(), other));
        }
        return overruled;
    }

    /**
     * Returns the names that may be affected if some edits are made or undone: the names in the
     * edits, and all names of the same entities under these rules.
     */
    Set<String> affectedNames(Collection<Edit> edits) {
        Set<String> names = new LinkedHashSet<>();
        for (Edit edit : edits) {
            List<String> own = switch (edit.change()) {
                case Rename(String entity, String name) -> List.of(entity, name);
                case Merge(List<String> merged) -> merged;
                case Split(String entity, String name, List<String> documents) -> List.of(entity, name);
                case WrongEntity(String name) -> List.of(name);
                default -> List.of();
            };
            for (String name : own) {
                names.add(name);
                names.add(canonical(name));
                names.addAll(names(name));
                possible(name).forEach(one -> names.addAll(names(one)));
            }
        }
        return names;
    }
}
