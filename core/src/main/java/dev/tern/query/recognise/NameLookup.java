package dev.tern.query.recognise;

import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.note.NamingRules;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.Round;
import dev.tern.store.Round.Reply;
import dev.tern.store.TitleKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Looks up names as entities and as titles, by the naming rules of the graph, in one round trip for
 * any number of names.
 */
final class NameLookup {
    private final GraphView graph;
    private final NamingRules rules;

    NameLookup(GraphView graph) {
        this.graph = graph;
        this.rules = graph.notes().rules();
    }

    /** Returns the names that have an entity or passages with this title, by normalised name. */
    Map<String, Recognition.RecognisedName> find(Collection<String> names) {
        Map<String, String> spellings = new LinkedHashMap<>();
        for (String name : names) {
            spellings.putIfAbsent(EntityName.normalise(name), name);
        }
        spellings.remove("");
        if (spellings.isEmpty()) {
            return Map.of();
        }
        Map<String, List<String>> idsOfName = new HashMap<>();
        Map<String, Set<String>> titlesOfName = new HashMap<>();
        Set<String> ids = new LinkedHashSet<>();
        Set<String> titles = new LinkedHashSet<>();
        spellings.values().forEach(name -> {
            ids.addAll(idsOfName.computeIfAbsent(name, this::ids));
            titles.addAll(titlesOfName.computeIfAbsent(name, this::titles));
        });
        Round round = graph.round();
        Reply<List<Embedded<Entity>>> named = round.ask(view -> view.entities(ids));
        Reply<List<Embedded<Passage>>> withTitle = round.ask(view -> view.passages(PassagesBy.TITLE, titles));
        round.await();
        Map<String, Embedded<Entity>> entities = new HashMap<>();
        for (Embedded<Entity> entity : named.get()) {
            entities.put(entity.value().id(), entity);
        }
        Map<String, List<Embedded<Passage>>> titled = new HashMap<>();
        for (Embedded<Passage> passage : withTitle.get()) {
            for (String key : TitleKey.of(passage.value().title())) {
                titled.computeIfAbsent(key, absent -> new ArrayList<>()).add(passage);
            }
        }
        Map<String, Recognition.RecognisedName> found = new LinkedHashMap<>();
        spellings.forEach((key, name) -> {
            Optional<Embedded<Entity>> entity = idsOfName.getOrDefault(name, List.of()).stream()
                    .flatMap(id -> Optional.ofNullable(entities.get(id)).stream())
                    .findFirst();
            List<Embedded<Passage>> ofTitle = titlesOfName.getOrDefault(name, Set.of()).stream()
                    .flatMap(title -> titled.getOrDefault(title, List.of()).stream())
                    .distinct()
                    .toList();
            if (entity.isPresent() || !ofTitle.isEmpty()) {
                found.put(key, new Recognition.RecognisedName(name, entity, ofTitle, 1));
            }
        });
        return found;
    }

    /** Returns the ids of the canonical name and of the name itself, which may still be stored. */
    private List<String> ids(String name) {
        return Stream.of(rules.canonical(name), name)
                .map(ContentId::ofEntity)
                .distinct()
                .toList();
    }

    /** Returns a name and its other names, normalised, since naming rules change no titles. */
    private Set<String> titles(String name) {
        Set<String> titles = new LinkedHashSet<>(Set.of(EntityName.normalise(name)));
        rules.names(name).forEach(other -> titles.add(EntityName.normalise(other)));
        return titles;
    }

    /** Returns the recognition of given names, also of unknown ones, in a question. */
    Recognition recognition(String question, List<String> names) {
        Map<String, Recognition.RecognisedName> known = find(names);
        Map<String, Recognition.RecognisedName> all = new LinkedHashMap<>();
        String residual = question;
        for (String name : names) {
            String key = EntityName.normalise(name);
            if (!key.isEmpty()) {
                Recognition.RecognisedName unknown = Recognition.RecognisedName.unknown(name.strip());
                all.putIfAbsent(key, known.getOrDefault(key, unknown));
                residual = without(residual, name.strip());
            }
        }
        return new Recognition(List.copyOf(all.values()), orWhole(residual, question));
    }

    private static String without(String text, String name) {
        Matcher matcher = Pattern.compile(
                        "(?<![\\p{L}\\p{N}])" + Pattern.quote(name.toLowerCase(Locale.ROOT)) + "(?![\\p{L}\\p{N}])")
                .matcher(text.toLowerCase(Locale.ROOT));
        boolean sameLength = text.toLowerCase(Locale.ROOT).length() == text.length();
        return sameLength && matcher.find() ? text.substring(0, matcher.start()) + text.substring(matcher.end()) : text;
    }

    /** Returns the rest with spaces collapsed, or the question if no letter or digit is left. */
    static String orWhole(String residual, String question) {
        String closed = residual.replaceAll("\\s+", " ").strip();
        return closed.codePoints().anyMatch(Character::isLetterOrDigit) ? closed : question;
    }
}
