package dev.tern.query.recognise;

import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.note.AliasGroups;
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

/** Looks names up as entities and as titles: one round trip for any number of names. */
final class NameLookup {
    private final GraphView graph;
    private final AliasGroups aliases;

    NameLookup(GraphView graph) {
        this.graph = graph;
        this.aliases = graph.notes().groups();
    }

    /** What the graph knows under each name, by normalised name; names that it does not know are left out. */
    Map<String, Recognition.Name> find(Collection<String> names) {
        Map<String, Meant> meant = new LinkedHashMap<>();
        for (String name : names) {
            String key = EntityName.normalise(name);
            if (!key.isEmpty()) {
                meant.computeIfAbsent(key, absent -> meant(name, key));
            }
        }
        if (meant.isEmpty()) {
            return Map.of();
        }
        Set<String> ids = new LinkedHashSet<>();
        Set<String> titles = new LinkedHashSet<>();
        meant.values().forEach(name -> {
            ids.addAll(name.ids());
            ids.addAll(name.meanings());
            titles.addAll(name.keys());
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
        Map<String, Recognition.Name> found = new LinkedHashMap<>();
        meant.forEach((key, name) -> {
            Optional<Embedded<Entity>> entity = name.ids().stream()
                    .flatMap(id -> Optional.ofNullable(entities.get(id)).stream())
                    .findFirst();
            List<Embedded<Passage>> ofTitle = name.keys().stream()
                    .flatMap(other -> titled.getOrDefault(other, List.of()).stream())
                    .distinct()
                    .toList();
            boolean ambiguous = name.meanings().stream().anyMatch(entities::containsKey);
            if (entity.isPresent() || !ofTitle.isEmpty() || ambiguous) {
                List<String> others = Stream.concat(name.ids().stream().skip(1), name.meanings().stream())
                        .flatMap(id -> Optional.ofNullable(entities.get(id)).stream())
                        .map(other -> other.value().name())
                        .toList();
                found.put(key, new Recognition.Name(name.spelling(), entity, ofTitle, others, 1));
            }
        });
        return found;
    }

    /**
     * What a name stands for.
     *
     * @param spelling the name as it was first asked for
     * @param keys the normalised name, and the others that surely mean the same
     * @param ids the ids of these
     * @param meanings the ids of what it may be, if it is ambiguous: of interest only where the view shows one of them
     */
    private record Meant(String spelling, List<String> keys, List<String> ids, List<String> meanings) {}

    private Meant meant(String spelling, String key) {
        String id = ContentId.ofEntity(key);
        if (aliases.isEmpty()) {
            return new Meant(spelling, List.of(key), List.of(id), List.of());
        }
        List<String> keys = new ArrayList<>(List.of(key));
        keys.addAll(aliases.otherNames(key));
        return new Meant(
                spelling,
                keys,
                keys.stream().map(ContentId::ofEntity).toList(),
                aliases.members(aliases.meanings(id).stream()
                        .map(AliasGroups.Meaning::id)
                        .toList()));
    }

    /** The recognition of names that were found in the question by other means. */
    Recognition recognition(String question, List<String> names) {
        Map<String, Recognition.Name> known = find(names);
        Map<String, Recognition.Name> all = new LinkedHashMap<>();
        String residual = question;
        for (String name : names) {
            String key = EntityName.normalise(name);
            if (!key.isEmpty()) {
                Recognition.Name unknown = Recognition.Name.unknown(name.strip());
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

    /** The rest of a question with its gaps closed, or the question if no letter is left. */
    static String orWhole(String residual, String question) {
        String closed = residual.replaceAll("\\s+", " ").strip();
        return closed.codePoints().anyMatch(Character::isLetterOrDigit) ? closed : question;
    }
}
