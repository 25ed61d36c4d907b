package dev.tern.profile;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.EntityName;
import dev.tern.graph.NameDoubt;
import dev.tern.graph.Passage;
import dev.tern.model.TokenEstimator;
import dev.tern.profile.GraphProfile.CountedName;
import dev.tern.profile.GraphProfile.DoubtfulName;
import dev.tern.profile.GraphProfile.Duplicates;
import dev.tern.profile.GraphProfile.EdgeKind;
import dev.tern.profile.GraphProfile.EdgeKind.Kind;
import dev.tern.profile.GraphProfile.LanguageShare;
import dev.tern.profile.GraphProfile.Links;
import dev.tern.profile.GraphProfile.SampleSize;
import dev.tern.profile.GraphProfile.Sizes;
import dev.tern.profile.GraphProfile.SuspectNames;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphView;
import dev.tern.store.TitleKey;
import dev.tern.text.Language;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/** Computes a profile: draws a sample, counts its names in the graph, and derives figures. */
final class ProfileRun {
    private static final int MAX_SHOWN = 10;
    private static final int MIN_HUB_PASSAGES = 20;
    private static final int HUB_SHARE = 20;
    private static final int HUNDRED = 100;
    private static final int MANY = 95;

    private final GraphView view;
    private final int limit;
    private final long seed;
    private final ProfileListener listener;
    private final GraphStatistics counts;
    private final NameTallies tallies;
    private final WordSpellings words = new WordSpellings();
    private final NameCountVisitor counted;
    private final List<Embedded<Passage>> passages;
    private final List<Entity> entities;
    private final int hubLimit;

    ProfileRun(GraphView view, int limit, long seed, ProfileListener listener) {
        this.view = view;
        this.limit = limit;
        this.seed = seed;
        this.listener = listener;
        this.counts = view.statistics();
        this.tallies = new NameTallies(seed);
        SampleVisitor sample = new SampleVisitor(limit, seed, counts, listener);
        view.scan(sample);
        this.passages = sample.passages();
        this.entities = sample.entities();
        this.hubLimit = Math.toIntExact(Math.max(MIN_HUB_PASSAGES, counts.passages() / HUB_SHARE));
        this.counted = new NameCountVisitor(tallies, words, counts.passages(), listener);
        count();
    }

    private void count() {
        passages.forEach(passage -> tallies.register(passage.value()));
        passages.forEach(passage -> passage.value()
                .statements()
                .forEach(statement -> statement.entities().forEach(words::register)));
        entities.forEach(entity -> {
            tallies.register(tallies.key(entity.name()));
            words.register(entity.name());
        });
        view.scan(counted);
    }

    GraphProfile profile(OptionalInt aliases) {
        NearestComparison nearest = new NearestComparison(view, passages, this::areJoined, listener);
        EdgePairs edges = new EdgePairs();
        Links links = links(nearest, edges);
        Sizes sizes = sizes();
        SuspectNames names = names(links.hubs());
        Duplicates copies = nearest.copies(aliases);
        List<LanguageShare> languages = languages();
        List<EdgeKind> kinds = edges.compare(view, passages);
        String model = view.description().map(GraphDescription::embeddingModel).orElse("");
        return new GraphProfile(
                new SampleSize(seed, limit, passages.size(), entities.size()),
                sizes,
                links,
                kinds,
                names,
                copies,
                languages,
                model,
                OutlookRule.of(counts.passages(), links, kinds, names, copies),
                new AdviceRules(passages)
                        .sizes(sizes)
                        .links(links, sizes)
                        .edges(kinds)
                        .names(names)
                        .copies(copies, sizes)
                        .languages(languages, model, links)
                        .advice());
    }

    private Sizes sizes() {
        int[] tokens = passages.stream()
                .mapToInt(passage -> TokenEstimator.estimate(passage.value().text()))
                .sorted()
                .toArray();
        return new Sizes(
                counts.documents(),
                counts.passages(),
                counts.entities(),
                counts.relations(),
                counts.waiting(),
                counts.failed(),
                tokens.length == 0 ? 0 : tokens[tokens.length / 2],
                tokens.length == 0 ? 0 : tokens[(tokens.length - 1) * MANY / HUNDRED],
                counted.statementsOfAPassage(),
                counted.withoutStatements(),
                counted.listing(),
                counted.invertedShare());
    }

    private boolean joins(PassageTally tally) {
        return tally.passages() > 1 && !isHub(tally);
    }

    private boolean isHub(PassageTally tally) {
        return tally.passages() > hubLimit;
    }

    /** Returns true if a name is the title of its only document, which is not shown as a hub. */
    private static boolean isOwnTitle(String name, PassageTally tally, Passage passage) {
        return !tally.inSeveralDocuments() && TitleKey.of(passage.title()).contains(EntityName.normalise(name));
    }

    private boolean joinsByKey(String key) {
        return tallies.ofName(key).filter(this::joins).isPresent();
    }

    private boolean areJoined(Passage one, Passage other) {
        Set<String> names = tallies.namesOf(other).keySet();
        return tallies.namesOf(one).keySet().stream().anyMatch(key -> names.contains(key) && joinsByKey(key));
    }

    private Links links(NearestComparison nearest, EdgePairs edges) {
        int linked = 0;
        int elsewhere = 0;
        int titled = 0;
        int pairs = 0;
        int beyond = 0;
        for (Embedded<Passage> passage : passages) {
            List<PassageTally> joining = tallies.namesOf(passage.value()).keySet().stream()
                    .flatMap(key -> tallies.ofName(key).stream())
                    .filter(this::joins)
                    .toList();
            linked += joining.isEmpty() ? 0 : 1;
            elsewhere += joining.stream().anyMatch(PassageTally::inSeveralDocuments) ? 1 : 0;
            Optional<String> partner = pair(Kind.NAME, passage, joining, edges);
            pairs += partner.isPresent() ? 1 : 0;
            beyond += partner.isPresent() && !nearest.nearestTo(passage.value()).contains(partner.get()) ? 1 : 0;
            List<PassageTally> titles = tallies.titlesNamedBy(passage.value()).stream()
                    .filter(tally -> !isHub(tally) || !tally.inSeveralDocuments())
                    .toList();
            titled += pair(Kind.TITLE, passage, titles, edges).isPresent() ? 1 : 0;
            pair(
                    Kind.READING_ORDER,
                    passage,
                    tallies.behind(passage.value()).stream().toList(),
                    edges);
        }
        return new Links(
                NameCountVisitor.share(linked, passages.size()),
                NameCountVisitor.share(elsewhere, passages.size()),
                NameCountVisitor.share(titled, passages.size()),
                nearest.joined(),
                NameCountVisitor.share(beyond, pairs),
                lone(),
                hubLimit,
                hubs());
    }

    /**
     * Adds one of a passage's edges, chosen at random, to the pairs.
     *
     * @return the id of the passage at its other end; empty if the passage has no edges
     */
    private Optional<String> pair(
            Kind kind, Embedded<Passage> passage, Collection<PassageTally> edges, EdgePairs pairs) {
        List<String> ids = edges.stream()
                .flatMap(
                        tally -> tally.partnersOf(passage.value().id()).stream().limit(1))
                .toList();
        if (ids.isEmpty()) {
            return Optional.empty();
        }
        String other = ids.get(Math.floorMod(HashSample.hash(passage.value().id(), seed + 1), ids.size()));
        pairs.add(kind, passage, other);
        return Optional.of(other);
    }

    private double lone() {
        long lone = entities.stream()
                .filter(entity -> tallies.ofName(tallies.key(entity.name()))
                        .filter(tally -> tally.passages() == 1)
                        .isPresent())
                .count();
        return NameCountVisitor.share(lone, entities.size());
    }

    private List<CountedName> hubs() {
        Map<String, CountedName> hubs = new TreeMap<>();
        passages.forEach(passage -> tallies.namesOf(passage.value())
                .forEach((key, name) -> tallies.ofName(key)
                        .filter(tally -> isHub(tally) && !isOwnTitle(name, tally, passage.value()))
                        .ifPresent(tally -> hubs.putIfAbsent(key, new CountedName(name, tally.passages())))));
        return hubs.values().stream()
                .sorted(Comparator.comparingInt(CountedName::passages).reversed())
                .limit(MAX_SHOWN)
                .toList();
    }

    private SuspectNames names(List<CountedName> hubs) {
        Map<String, DoubtfulName> doubtful = new LinkedHashMap<>();
        Map<NameDoubt, Integer> doubts = new EnumMap<>(NameDoubt.class);
        for (Entity entity : entities) {
            doubt(entity.name()).ifPresent(doubt -> {
                doubts.merge(doubt.doubt(), 1, Integer::sum);
                doubtful.put(tallies.key(entity.name()), doubt);
            });
        }
        int junk = doubts.values().stream().mapToInt(Integer::intValue).sum();
        hubs.forEach(hub -> doubt(hub.name()).ifPresent(doubt -> doubtful.putIfAbsent(tallies.key(hub.name()), doubt)));
        Map<NameDoubt, Double> shares = new EnumMap<>(NameDoubt.class);
        doubts.forEach((doubt, count) -> shares.put(doubt, NameCountVisitor.share(count, entities.size())));
        return new SuspectNames(
                NameCountVisitor.share(junk, entities.size()),
                shares,
                doubtful.values().stream()
                        .sorted(Comparator.comparingInt(DoubtfulName::passages)
                                .reversed()
                                .thenComparing(DoubtfulName::name))
                        .limit(MAX_SHOWN)
                        .toList());
    }

    private Optional<DoubtfulName> doubt(String name) {
        String key = tallies.key(name);
        return NameDoubt.of(name)
                .or(() -> words.isCommon(name) ? Optional.of(NameDoubt.COMMON_WORD) : Optional.empty())
                .map(doubt -> new DoubtfulName(
                        name,
                        doubt,
                        tallies.ofName(key).map(PassageTally::passages).orElse(0)));
    }

    private List<LanguageShare> languages() {
        Map<Language, Integer> found = new HashMap<>();
        passages.forEach(
                passage -> found.merge(PassageLanguage.of(passage.value().text()), 1, Integer::sum));
        List<LanguageShare> shares = new ArrayList<>();
        found.forEach((language, count) ->
                shares.add(new LanguageShare(language, NameCountVisitor.share(count, passages.size()))));
        shares.sort(Comparator.comparingDouble(LanguageShare::share).reversed().thenComparing(LanguageShare::language));
        return shares;
    }
}
