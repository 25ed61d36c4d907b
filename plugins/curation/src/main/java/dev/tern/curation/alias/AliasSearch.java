package dev.tern.curation.alias;

import dev.tern.curation.alias.AliasSuggestion.Evidence;
import dev.tern.curation.alias.AliasSuggestions.PossibleMeanings;
import dev.tern.curation.alias.NameMatcher.ParsedName;
import dev.tern.curation.alias.NameMatcher.ShortForm;
import dev.tern.curation.alias.NameMatcher.SpellingClass;
import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.EntityName;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Merge;
import dev.tern.note.NamingRules;
import dev.tern.store.GraphView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds names of a graph that probably name the same entity. Not thread-safe. */
final class AliasSearch {
    private static final int SHOWN_PASSAGES = 3;

    private final GraphView view;
    private final GraphNames names;
    private final NameMatcher rules;
    private final NamingRules known;
    private final Collection<Merge> takenBack;

    /** Creates a search that omits known merges and the given undone merges. */
    AliasSearch(GraphView view, Collection<Merge> takenBack) {
        this.view = view;
        this.names = GraphNames.of(view);
        this.rules = new NameMatcher(names);
        this.known = view.notes().rules();
        this.takenBack = takenBack;
    }

    AliasSuggestions suggest(int limit) {
        Map<SpellingClass, List<ShortForm>> shorts = new LinkedHashMap<>();
        List<ShortForm> unsure = new ArrayList<>();
        Map<SpellingClass, ShortForm> surely = new LinkedHashMap<>();
        for (SpellingClass shorter : rules.classes()) {
            requireUninterrupted();
            List<ShortForm> fullest = rules.fullest(shorter);
            if (fullest.size() == 1 && rules.isBorneOut(fullest.getFirst())) {
                surely.put(shorter, fullest.getFirst());
            } else {
                unsure.addAll(fullest);
            }
        }
        surely.values().stream()
                .filter(one -> !surely.containsKey(one.fuller()))
                .forEach(one -> shorts.computeIfAbsent(one.fuller(), absent -> new ArrayList<>())
                        .add(one));
        rules.classes().stream()
                .filter(spellings -> spellings.spellings().size() > 1 && !surely.containsKey(spellings))
                .forEach(spellings -> shorts.putIfAbsent(spellings, List.of()));
        List<AliasSuggestion> likely = new ArrayList<>();
        Set<String> offered = new HashSet<>();
        List<Map.Entry<SpellingClass, List<ShortForm>>> weightiest = shorts.entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> -weight(entry.getKey(), entry.getValue())))
                .toList();
        for (Map.Entry<SpellingClass, List<ShortForm>> entry : weightiest) {
            if (likely.size() == limit) {
                break;
            }
            requireUninterrupted();
            AliasSuggestion made = suggestion(entry.getKey(), entry.getValue());
            Set<String> merged = withKnown(made);
            if (isNews(made, merged) && merged.size() <= Edit.MAX_MERGED && Collections.disjoint(offered, merged)) {
                likely.add(made);
                offered.addAll(merged);
            }
        }
        return new AliasSuggestions(likely, possible(unsure, limit));
    }

    private static void requireUninterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw TernException.user("the search for aliases was interrupted");
        }
    }

    /** Returns the normalised names of a suggestion, and names already merged with one of them. */
    private Set<String> withKnown(AliasSuggestion made) {
        return made.names().stream()
                .flatMap(name -> Stream.concat(Stream.of(name), known.names(name).stream()))
                .map(EntityName::normalise)
                .collect(Collectors.toSet());
    }

    private int weight(SpellingClass fuller, List<ShortForm> shorts) {
        return rules.count(fuller)
                + shorts.stream().mapToInt(one -> rules.count(one.shorter())).sum();
    }

    private boolean isNews(AliasSuggestion made, Set<String> merged) {
        Set<String> own = made.names().stream().map(EntityName::normalise).collect(Collectors.toSet());
        return made.names().size() > 1
                && made.names().stream().allMatch(name -> known.possible(name).isEmpty())
                && takenBack.stream().map(Merge::keys).noneMatch(keys -> keys.equals(own) || keys.equals(merged));
    }

    private AliasSuggestion suggestion(SpellingClass fuller, List<ShortForm> shorts) {
        Map<String, float[]> vectors = vectors(fuller, shorts);
        ParsedName first = fuller.first();
        List<String> all = new ArrayList<>(List.of(first.entity().name()));
        List<Evidence> evidence = new ArrayList<>();
        fuller.spellings().stream()
                .skip(1)
                .filter(other -> rules.isOneName(first, other))
                .forEach(other -> {
                    boolean turned = other.form().turned() != first.form().turned();
                    add(first, other, turned ? AliasRule.ORDER : AliasRule.SPELLING, vectors, all, evidence);
                });
        shorts.forEach(one -> one.shorter().spellings().stream()
                .filter(other -> rules.isOneName(one.shorter().first(), other))
                .forEach(other -> add(first, other, one.rule(), vectors, all, evidence)));
        return new AliasSuggestion(all, evidence);
    }

    private void add(
            ParsedName first,
            ParsedName other,
            AliasRule rule,
            Map<String, float[]> vectors,
            List<String> all,
            List<Evidence> evidence) {
        if (all.size() == Edit.MAX_MERGED) {
            return;
        }
        String firstId = first.entity().id();
        String otherId = other.entity().id();
        Set<String> together = names.together(firstId, otherId);
        all.add(other.entity().name());
        evidence.add(new Evidence(
                other.entity().name(),
                rule,
                cosine(vectors.get(firstId), vectors.get(otherId)),
                together.size(),
                together.stream().limit(SHOWN_PASSAGES).toList()));
    }

    private Map<String, float[]> vectors(SpellingClass fuller, List<ShortForm> shorts) {
        List<String> ids = new ArrayList<>();
        fuller.spellings().forEach(named -> ids.add(named.entity().id()));
        shorts.forEach(one -> one.shorter()
                .spellings()
                .forEach(named -> ids.add(named.entity().id())));
        Map<String, float[]> vectors = new HashMap<>();
        view.entities(ids).forEach(entity -> vectors.put(entity.value().id(), entity.vector()));
        return vectors;
    }

    private static double cosine(float @Nullable [] one, float @Nullable [] other) {
        return one == null || other == null ? 0 : Embedded.cosine(one, other);
    }

    /** Returns short names, each with the longer names for which it may stand. */
    private List<PossibleMeanings> possible(List<ShortForm> unsure, int limit) {
        Map<SpellingClass, List<String>> possible = new LinkedHashMap<>();
        unsure.stream()
                .filter(one -> rules.together(one.shorter(), one.fuller()) > 0)
                .forEach(one -> possible.computeIfAbsent(one.shorter(), absent -> new ArrayList<>())
                        .add(one.fuller().first().entity().name()));
        return possible.entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> -rules.count(entry.getKey())))
                .limit(limit)
                .map(entry ->
                        new PossibleMeanings(entry.getKey().first().entity().name(), entry.getValue()))
                .toList();
    }
}
