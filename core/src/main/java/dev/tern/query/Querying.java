package dev.tern.query;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Filter;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.model.Chat;
import dev.tern.model.Meter;
import dev.tern.model.TextEmbedder;
import dev.tern.query.Trace.Item;
import dev.tern.query.Trace.Item.Kind;
import dev.tern.query.answer.Answerer;
import dev.tern.query.answer.Answerer.AnswerText;
import dev.tern.query.collect.Explanation;
import dev.tern.query.collect.PassageCollector;
import dev.tern.query.collect.SourceRules;
import dev.tern.query.expand.Expansion;
import dev.tern.query.expand.Subgraph;
import dev.tern.query.recognise.Recogniser;
import dev.tern.query.recognise.Recognition;
import dev.tern.query.rerank.CandidateChoice;
import dev.tern.query.rerank.CandidateList;
import dev.tern.query.rerank.ChatReranker;
import dev.tern.query.rerank.LocalRanker;
import dev.tern.query.rerank.Ranking;
import dev.tern.query.rerank.RankingParts;
import dev.tern.query.seed.Fusion;
import dev.tern.query.seed.Seeding;
import dev.tern.query.seed.Seeds;
import dev.tern.settings.NameRecognition;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * From a question to passages and an answer: {@code recognise -> seed -> expand -> rerank -> collect -> answer}.
 *
 * <p>The one path that the library, the command line and the evaluation all take. Thread-safe if store and models are.
 */
public final class Querying {
    private final GraphStore store;
    private final EmbeddingModel embeddingModel;
    private final @Nullable ChatModel chatModel;
    private final Filter scope;

    /** Querying of a whole store; without a chat model there is no graph mode, and answers are extractive. */
    public Querying(GraphStore store, EmbeddingModel embeddingModel, @Nullable ChatModel chatModel) {
        this(store, embeddingModel, chatModel, Filter.everything());
    }

    /**
     * Querying of a part of a store.
     *
     * @param scope what any question sees at most; its own filter can only narrow it
     */
    public Querying(GraphStore store, EmbeddingModel embeddingModel, @Nullable ChatModel chatModel, Filter scope) {
        this.store = store;
        this.embeddingModel = embeddingModel;
        this.chatModel = chatModel;
        this.scope = scope;
    }

    /**
     * Finds the passages for a question.
     *
     * @throws TernException if the mode needs a chat model and there is none, a model or the store fails, or the question's
     *     time limit passes
     */
    public Retrieval retrieve(Question question) {
        return retrieve(question, RankingParts.ALL);
    }

    /**
     * Finds the passages for a question by some parts of the local ranking: for the evaluation, which tells so what each is
     * worth.
     *
     * @throws TernException as {@link #retrieve(Question)}
     */
    public Retrieval retrieve(Question question, RankingParts parts) {
        return run(question, parts, QueryListener.NONE, Run::retrieve);
    }

    /** As {@link #retrieve(Question)}, heard by a listener. */
    public Retrieval retrieve(Question question, QueryListener listener) {
        return run(question, RankingParts.ALL, listener, run -> run.tracer.heard(run::retrieve));
    }

    /**
     * Finds passages and answers from them.
     *
     * @throws TernException if the mode needs a chat model and there is none, a model or the store fails, or the question's
     *     time limit passes
     */
    public Answer ask(Question question) {
        return ask(question, QueryListener.NONE);
    }

    /** As {@link #ask(Question)}, heard by a listener. */
    public Answer ask(Question question, QueryListener listener) {
        return run(question, RankingParts.ALL, listener, run -> run.tracer.heard(run::ask));
    }

    /**
     * The relations that graph mode would show the chat model for a question; none is called, and none has to be set.
     *
     * @throws TernException if the embedding model or the store fails
     */
    public CandidateList candidates(Question question) {
        return run(question.withMode(Mode.LOCAL), RankingParts.ALL, QueryListener.NONE, Run::candidates);
    }

    private <T> T run(Question question, RankingParts parts, QueryListener listener, Function<Run, T> query) {
        return TimeLimit.keep(question, listener, heard -> {
            try (GraphView view = OpenView.of(store, scope, question)) {
                return query.apply(new Run(question, parts, view, heard));
            }
        });
    }

    /** One question on its way. */
    private final class Run {
        private final Question question;
        private final RankingParts parts;
        private final Parameters parameters;
        private final SourceRules sources;
        private final Meter meter;
        private final QueryListener listener;
        private final Tracer tracer;
        private final GraphView graph;
        private final TextEmbedder embedder;
        private final @Nullable Chat chat;

        Run(Question question, RankingParts parts, GraphView view, QueryListener listener) {
            this.question = question;
            this.parts = parts;
            this.listener = listener;
            this.meter = new Meter(listener);
            this.tracer = new Tracer(meter, listener);
            this.graph = new MeteredView(view, meter);
            this.parameters = question.parameters();
            this.sources = new SourceRules(parameters);
            this.embedder = new TextEmbedder(embeddingModel, parameters.embedBatch(), meter);
            this.chat = chatModel == null ? null : new Chat(chatModel, parameters.temperature(), meter);
            if (question.mode() == Mode.GRAPH && chat == null) {
                throw TernException.user("graph mode needs a chat model and none is set;"
                        + " set one, or use the mode local, which needs none");
            }
        }

        Retrieval retrieve() {
            return question.mode() == Mode.NAIVE ? naive() : walked();
        }

        Answer ask() {
            Retrieval retrieval = retrieve();
            Answerer answerer = chat == null ? Answerer.extractive() : Answerer.model(chat);
            List<Passage> passages =
                    retrieval.passages().stream().map(Scored::value).toList();
            List<Relation> relations =
                    retrieval.relations().stream().map(Scored::value).toList();
            AnswerText answer = tracer.step(
                    "answer",
                    retrieval.passages().stream().map(Tracer::passage).toList(),
                    () -> answerer.answer(question.text(), passages, relations, listener::words),
                    text -> List.of(Tracer.item(Kind.ANSWER, text.text())));
            Answer.Kind kind = !answer.known()
                    ? Answer.Kind.UNKNOWN
                    : chat == null ? Answer.Kind.EXTRACTIVE : Answer.Kind.GENERATED;
            return new Answer(answer.text(), kind, retrieval, tracer.trace(question.mode()));
        }

        private Retrieval naive() {
            List<Scored<Passage>> passages = tracer.step(
                    "collect",
                    List.of(Tracer.item(Kind.QUESTION, question.text())),
                    () -> {
                        float[] vector = embedder.embed(List.of(question.text()), () -> {})
                                .values()
                                .iterator()
                                .next();
                        int limit = sources.lookedAt();
                        List<Scored<Passage>> nearest = byWords()
                                ? Fusion.nearest(question.text(), vector, graph, limit)
                                : graph.nearestPassages(vector, limit);
                        return sources.first(nearest, tracer::note);
                    },
                    found -> found.stream().map(Tracer::passage).toList());
            return new Retrieval(question, passages, List.of(), tracer.trace(Mode.NAIVE));
        }

        private Retrieval walked() {
            Recognition recognition = recognise();
            Seeds seeds = seed(recognition);
            Subgraph subgraph = expand(seeds);
            return chat != null && question.mode() == Mode.GRAPH
                    ? chosenByModel(chat, recognition, seeds, subgraph)
                    : chosenLocally(recognition, seeds, subgraph);
        }

        private Recognition recognise() {
            boolean byModel =
                    chat != null && question.mode() == Mode.GRAPH && parameters.recognition() == NameRecognition.MODEL;
            Recogniser recogniser = question.entities()
                    .map(Recogniser::given)
                    .orElseGet(() -> chat != null && byModel ? Recogniser.model(chat) : Recogniser.offline());
            return tracer.step(
                    "recognise",
                    List.of(Tracer.item(Kind.QUESTION, question.text())),
                    () -> recogniser.recognise(question.text(), graph),
                    found -> found.names().stream()
                            .map(name -> Tracer.item(Kind.NAME, name.text()))
                            .toList());
        }

        private Seeds seed(Recognition recognition) {
            List<Embedded<Entity>> known = recognition.names().stream()
                    .flatMap(name -> name.entity().stream())
                    .toList();
            List<String> unknown = recognition.names().stream()
                    .filter(name -> name.entity().isEmpty())
                    .map(Recognition.Name::text)
                    .toList();
            return tracer.step(
                    "seed",
                    recognition.names().stream()
                            .map(name -> Tracer.item(Kind.NAME, name.text()))
                            .toList(),
                    () -> Seeding.seed(
                            question.text(),
                            recognition.residual(),
                            known,
                            unknown,
                            graph,
                            embedder,
                            parameters,
                            Math.max(LocalRanker.NEAREST_PASSAGES, sources.lookedAt()),
                            byWords()),
                    seeds -> Tracer.seeds(seeds));
        }

        /** Whether passages are found by their words too; where that was asked for and cannot be, the trace says why. */
        private boolean byWords() {
            Optional<String> missing = parameters.hybrid() ? graph.fullTextMissing() : Optional.empty();
            missing.ifPresent(why -> tracer.note("passages were found by their vectors alone: " + why));
            return parameters.hybrid() && missing.isEmpty();
        }

        private Subgraph expand(Seeds seeds) {
            Expansion expansion = new Expansion(graph, parameters.frontierLimit(), parameters.candidateLimit());
            List<String> entityIds =
                    seeds.entities().stream().map(entity -> entity.value().id()).toList();
            return tracer.step(
                    "expand",
                    Tracer.seeds(seeds),
                    () -> {
                        Subgraph subgraph =
                                expansion.expand(entityIds, seeds.relations(), seeds.asked(), parameters.degree());
                        if (subgraph.cut()) {
                            tracer.note("a limit was reached (frontierLimit " + parameters.frontierLimit()
                                    + ", candidateLimit " + parameters.candidateLimit()
                                    + "): the nearest to the question stayed");
                        }
                        return subgraph;
                    },
                    subgraph ->
                            subgraph.candidates().stream().map(Tracer::relation).toList());
        }

        /**
         * The passages around the question in the local order, more of them than will be collected.
         *
         * @param described of how many of the first the relations are wanted
         */
        private Ranking rank(Recognition recognition, Seeds seeds, Subgraph subgraph, int described) {
            LocalRanker.Start start = new LocalRanker.Start(
                    recognition.residual(),
                    seeds.question(),
                    seeds.residual(),
                    Named.entities(recognition, seeds),
                    Named.titles(recognition),
                    seeds.entities().stream().map(Scored::value).toList(),
                    seeds.nearestRelations(),
                    seeds.passages(),
                    subgraph.entityIds(),
                    subgraph.candidates(),
                    subgraph.cut(),
                    described);
            return new LocalRanker(graph, parts).rank(start, sources.lookedAt(), parameters.degree() > 0);
        }

        private Retrieval chosenLocally(Recognition recognition, Seeds seeds, Subgraph subgraph) {
            Ranking ranking = tracer.step(
                    "rerank",
                    subgraph.candidates().stream().map(Tracer::relation).toList(),
                    () -> rank(recognition, seeds, subgraph, 0),
                    found -> found.passages().stream().map(Tracer::passage).toList());
            List<Scored<Passage>> passages = new ArrayList<>();
            List<Scored<Relation>> relations = tracer.step(
                    "collect",
                    ranking.passages().stream()
                            .limit(parameters.finalTopK())
                            .map(Tracer::passage)
                            .toList(),
                    () -> {
                        passages.addAll(sources.first(ranking.passages(), tracer::note));
                        return relationsOf(passages, ranking, seeds, subgraph);
                    },
                    found -> found.stream().map(Tracer::relation).toList());
            return new Retrieval(question, passages, relations, tracer.trace(Mode.LOCAL));
        }

        /**
         * The relations of the passages, those first that tell why the passages belong together; where the ranking brought
         * none, those that the hops reached.
         */
        private static List<Scored<Relation>> relationsOf(
                List<Scored<Passage>> passages, Ranking ranking, Seeds seeds, Subgraph subgraph) {
            Set<String> ids =
                    passages.stream().map(passage -> passage.value().id()).collect(Collectors.toSet());
            Stream<Scored<Relation>> known = ranking.relations().isEmpty()
                    ? subgraph.candidates().stream()
                    : ranking.relations().stream()
                            .map(relation -> new Scored<>(relation.value(), relation.cosine(seeds.asked())));
            return Explanation.order(known, ids);
        }

        CandidateList candidates() {
            Recognition recognition = recognise();
            Seeds seeds = seed(recognition);
            Subgraph subgraph = expand(seeds);
            return offer(seeds, subgraph, rank(recognition, seeds, subgraph, CandidateChoice.PASSAGES));
        }

        private CandidateList offer(Seeds seeds, Subgraph subgraph, Ranking ranking) {
            return new CandidateChoice(seeds.question(), seeds.residual())
                    .list(
                            new Ranking(sources.trusted(ranking.passages()), ranking.relations()),
                            subgraph.candidates(),
                            parameters.rerankTokenBudget());
        }

        private Retrieval chosenByModel(Chat model, Recognition recognition, Seeds seeds, Subgraph subgraph) {
            List<Item> shown = new ArrayList<>();
            List<Scored<Passage>> ranked = new ArrayList<>();
            ChatReranker.Choice choice = tracer.step(
                    "rerank",
                    shown,
                    () -> {
                        Ranking ranking = rank(recognition, seeds, subgraph, CandidateChoice.PASSAGES);
                        ranked.addAll(ranking.passages());
                        return choose(model, offer(seeds, subgraph, ranking), shown);
                    },
                    made -> Tracer.choice(made));
            List<Relation> chosen = choice.plausible() ? choice.relations() : List.of();
            List<Scored<Passage>> passages = tracer.step(
                    "collect",
                    Tracer.numbered(chosen),
                    () -> sources.first(PassageCollector.collect(chosen, ranked, ranked.size()), tracer::note),
                    found -> found.stream().map(Tracer::passage).toList());
            List<Scored<Relation>> relations = new ArrayList<>();
            chosen.forEach(relation -> relations.add(new Scored<>(relation, 1.0 / (1 + relations.size()))));
            return new Retrieval(question, passages, relations, tracer.trace(Mode.GRAPH));
        }

        private ChatReranker.Choice choose(Chat model, CandidateList list, List<Item> shown) {
            shown.addAll(Tracer.numbered(list.shown()));
            ChatReranker.Choice choice = new ChatReranker(model).choose(question.text(), list);
            if (list.shown().size() < list.known()) {
                tracer.note(list.shown().size() + " of " + list.known()
                        + " candidates fit into the rerank prompt (rerankTokenBudget "
                        + parameters.rerankTokenBudget() + ")");
            }
            if (choice.replies() == 2 && choice.usable()) {
                tracer.note("the model's first reply could not be used and was asked for again");
            }
            if (!choice.usable()) {
                tracer.note("the model's replies could not be used: the local order is used");
            } else if (choice.relations().isEmpty()) {
                tracer.note("the model found no relation useful: the local order is used");
            } else if (!choice.plausible()) {
                tracer.note("the model's choice reads like numbers drawn by lot: the local order is used");
            }
            return choice;
        }
    }
}
