package dev.tern.query.rank;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.expand.Expansion;
import dev.tern.query.expand.Subgraph;
import dev.tern.query.rank.Neighbourhood.Node;
import dev.tern.query.rank.RankingParts.Part;
import dev.tern.query.recognise.Recognition;
import dev.tern.query.seed.Seeds;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.Round;
import dev.tern.store.Round.Reply;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Ranks passages without a language model: by propagation in the graph, by similarity and by words.
 *
 * <p>Mass starts at the names of the question, at the entities of the nearest relations and, a
 * little, at the nearest passages; it spreads over entities and passages ({@link ForwardPush};
 * HippoRAG, Gutiérrez et al. 2024, is similar). A second walk from the names alone, over entities
 * only, gives the nearness of a passage's entities to them. A passage whose title is named in one
 * of the best passages gains by this bridge ({@link TitleBridge}), and one that shares a rare name
 * with them gains less ({@link SharedNames}). With q the question and q' the question without its
 * names, the score of a passage p is
 *
 * <pre>
 *   (0.56 + 0.21 t) ln(G + ε) + 0.24 t ln(C + ε) + (0.29 + 0.33 t) z(q, p) + 0.48 z(q', p)
 *     + 6.5 B + (3 - t) W + 0.5 (1 - t) M
 * </pre>
 *
 * <p>with G the mass of p, C the mass of its entities in the second walk, ε 1e-5, B the gain by a
 * bridge or shared name, W the share of the words of q' in p ({@link QuestionWords}), M the
 * standard score of p in the keyword search for q ({@link WordMatches}), and t the confidence that
 * the graph helps ({@link GraphTrust}). z is the standard score of the cosine among the ranked
 * passages, so that models whose cosines lie closer together rank alike ({@link
 * StandardScore}). A passage without statements is not ranked lower if many have none ({@link
 * SilentPassages}). The weights are one configuration for all data.
 *
 * <p>The ranking makes two round trips to the store, at any size of the graph:
 *
 * <pre>
 *   1  spreads the mass over the results of seeds and hops, then looks up
 *        the passages with most mass, the nearest, and the first by words   (50, 30+ and 30+)
 *        the relations of entities with mass whose relations are not all known
 *        the passages whose titles the best passages name
 *      and spreads the mass again
 *   2  looks up the relations of the first passages, which do not change the order but explain it
 * </pre>
 *
 * <p>The second round trip is omitted at degree 0. For one question; not thread-safe.
 */
public final class LocalRanker {
    /** The minimum number of nearest passages to find, at which mass starts. */
    public static final int NEAREST_PASSAGES = 100;

    private static final int NEAREST_BROUGHT = 30;
    private static final int WORDED_BROUGHT = 30;
    private static final int REACHED_BROUGHT = 50;
    private static final int TOUCHING_LIMIT = 1000;
    private static final int BRIDGE_PASSAGES = 5;

    private final GraphView graph;
    private final RankingParts parts;
    private final String residual;
    private final QuestionNames names;
    private final Seeds seeds;
    private final Subgraph reached;
    private final Neighbourhood neighbourhood;

    /**
     * Creates a ranker for a question.
     *
     * @param parts the enabled parts
     * @param recognition the names in the question
     * @param seeds the seeds of the search
     * @param walked the expansion of the seeds
     * @param cache may be shared by all rankings of one program
     */
    public LocalRanker(
            GraphView graph,
            RankingParts parts,
            Recognition recognition,
            Seeds seeds,
            Subgraph walked,
            PassageCache cache) {
        this.graph = graph;
        this.parts = parts;
        this.residual = recognition.residual();
        this.neighbourhood = new Neighbourhood(cache);
        this.names = QuestionNames.of(recognition, seeds);
        this.seeds = seeds;
        this.reached = walked;
    }

    /**
     * Ranks the passages around the question.
     *
     * @param atLeast minimum number of passages, if the graph has as many
     * @param described minimum number of top passages whose relations are wanted
     * @param spareRound true if one more round trip may look up these relations
     * @throws dev.tern.error.TernException if the store fails
     */
    public Ranking rank(int atLeast, int described, boolean spareRound) {
        if (seeds.passages().isEmpty()) {
            return new Ranking(List.of(), List.of(), List.of());
        }
        neighbourhood.know(seeds.entities().stream().map(Scored::value).toList());
        takeShortNames();
        neighbourhood.addEdges(reached.entityIds(), reached.relations(), !reached.cut());
        seeds.passages().forEach(passage -> neighbourhood.addEdges(passage.value()));
        names.titles().forEach(titled -> titled.passages().forEach(passage -> neighbourhood.addEdges(passage.value())));
        List<Scored<Passage>> ranked = ranked(atLeast);
        return spareRound ? described(ranked, Math.max(atLeast, described)) : new Ranking(ranked, List.of(), List.of());
    }

    /** Adds the short names that the graph has, unless some of their relations may be missing. */
    private void takeShortNames() {
        if (reached.beside().size() >= Expansion.RELATIONS_BESIDE) {
            return;
        }
        Set<String> found = new HashSet<>();
        reached.beside().forEach(relation -> relation.value().entityIds().forEach(found::add));
        List<Entity> known = seeds.shortNames().stream()
                .filter(name -> found.contains(name.id()))
                .toList();
        neighbourhood.know(known);
        neighbourhood.addEdges(known.stream().map(Entity::id).distinct().toList(), reached.beside(), true);
    }

    /** Loads the passages to rank, and returns them with their scores, best first. */
    private List<Scored<Passage>> ranked(int atLeast) {
        MassSpread massSpread = new MassSpread(names, seeds, neighbourhood, parts);
        List<Embedded<Passage>> passages = fetchPassages(atLeast, massSpread);
        NodeMass mass = massSpread.spread();
        ToDoubleFunction<Node> reachedFromNames = massSpread.reachOfNames();
        Map<String, Passage> texts = new HashMap<>();
        passages.forEach(passage -> texts.put(passage.value().id(), passage.value()));
        List<Passage> best = best(MassSpread.passages(mass, node -> texts.containsKey(node.id)), texts);
        Map<String, Double> bridged = TitleBridge.gains(texts.values(), best, neighbourhood);
        new SharedNames(neighbourhood, names.entities().keySet())
                .gains(texts.values(), best)
                .forEach((id, gain) -> bridged.merge(id, gain, Math::max));
        List<Passage> all = passages.stream().map(Embedded::value).toList();
        double[] reached = masses(all, mass::of);
        double[] named = masses(all, reachedFromNames);
        double minReached = SilentPassages.minMass(all, reached);
        double minNamed = SilentPassages.minMass(all, named);
        PassageScores scores = new PassageScores(
                parts,
                GraphTrust.of(reached),
                seeds,
                passages,
                new QuestionWords(residual, texts.values(), neighbourhood::forms));
        List<Scored<Passage>> ranked = new ArrayList<>(all.size());
        for (int place = 0; place < all.size(); place++) {
            Passage passage = all.get(place);
            boolean silent = passage.statements().isEmpty();
            double score = scores.of(
                    place,
                    Math.max(reached[place], silent ? minReached : 0),
                    Math.max(named[place], silent ? minNamed : 0),
                    bridged.getOrDefault(passage.id(), 0.0));
            ranked.add(new Scored<>(passage, score));
        }
        ranked.sort(Scored.bestFirst(Passage::id));
        return ranked;
    }

    private double[] masses(List<Passage> ranked, ToDoubleFunction<Node> mass) {
        return ranked.stream()
                .mapToDouble(passage -> mass.applyAsDouble(neighbourhood.passage(passage.id())))
                .toArray();
    }

    /** Returns the passages to rank; fetches missing ones and relations in one round trip. */
    private List<Embedded<Passage>> fetchPassages(int atLeast, MassSpread massSpread) {
        Map<String, Passage> texts = new HashMap<>();
        Map<String, Embedded<Passage>> passages = new LinkedHashMap<>();
        seeds.passages().forEach(passage -> texts.put(passage.value().id(), passage.value()));
        names.titles()
                .forEach(titled -> titled.passages().forEach(passage -> {
                    texts.put(passage.value().id(), passage.value());
                    passages.put(passage.value().id(), passage);
                }));
        link(texts.values());
        NodeMass mass = massSpread.spread();
        List<String> reached = MassSpread.passages(mass, node -> true);
        Set<String> wanted = passageIds(reached, atLeast);
        passages.keySet().retainAll(wanted);
        wanted.removeAll(passages.keySet());
        Set<String> titles = TitleBridge.titles(best(reached, texts), neighbourhood);
        List<String> entityIds = MassSpread.incomplete(mass);

        Round round = graph.round();
        Reply<List<Embedded<Passage>>> byId =
                wanted.isEmpty() ? List::of : round.ask(view -> view.passages(PassagesBy.ID, wanted));
        Reply<List<Embedded<Passage>>> byTitle =
                titles.isEmpty() ? List::of : round.ask(view -> view.passages(PassagesBy.TITLE, titles));
        Reply<List<Scored<Relation>>> touching = entityIds.isEmpty()
                ? List::of
                : round.ask(view -> view.relationsTouching(entityIds, seeds.question(), TOUCHING_LIMIT));
        round.await();
        neighbourhood.addEdges(entityIds, touching.get(), touching.get().size() < TOUCHING_LIMIT);
        byId.get().forEach(passage -> passages.put(passage.value().id(), passage));
        byTitle.get().forEach(passage -> passages.putIfAbsent(passage.value().id(), passage));
        passages.values().forEach(passage -> {
            neighbourhood.addEdges(passage.value());
            texts.put(passage.value().id(), passage.value());
        });
        link(texts.values());
        return List.copyOf(passages.values());
    }

    private void link(Collection<Passage> passages) {
        if (parts.has(Part.LINKS)) {
            neighbourhood.link(passages);
        }
    }

    /** Returns the ids of the passages with most mass, the nearest, and the first by words. */
    private Set<String> passageIds(List<String> reached, int atLeast) {
        Set<String> wanted = new LinkedHashSet<>(reached.subList(0, Math.min(REACHED_BROUGHT, reached.size())));
        seeds.passages().stream()
                .limit(Math.max(NEAREST_BROUGHT, atLeast))
                .forEach(passage -> wanted.add(passage.value().id()));
        seeds.worded().stream()
                .limit(Math.max(WORDED_BROUGHT, atLeast))
                .forEach(passage -> wanted.add(passage.value().id()));
        return wanted;
    }

    /** Returns the first five of the reached passages that are in {@code texts}. */
    private static List<Passage> best(List<String> reached, Map<String, Passage> texts) {
        return reached.stream()
                .flatMap(id -> Optional.ofNullable(texts.get(id)).stream())
                .limit(BRIDGE_PASSAGES)
                .toList();
    }

    /** Returns a ranking with the relations of its first passages, in one look-up. */
    private Ranking described(List<Scored<Passage>> ranked, int count) {
        List<String> stating = ranked.stream()
                .limit(count)
                .map(Scored::value)
                .filter(passage -> !passage.statements().isEmpty())
                .map(Passage::id)
                .toList();
        return new Ranking(
                ranked, stating.isEmpty() ? List.of() : graph.relations(RelationsBy.PASSAGE, stating), List.of());
    }
}
