package dev.tern.query;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.model.MeteredChat;
import dev.tern.model.TextEmbedder;
import dev.tern.query.answer.Answerer;
import dev.tern.query.answer.Answerer.AnswerText;
import dev.tern.query.answer.InstalledAnswers;
import dev.tern.query.answer.OfflineAnswers;
import dev.tern.query.choose.CandidateChoice;
import dev.tern.query.choose.CandidateList;
import dev.tern.query.choose.ChatChooser;
import dev.tern.query.choose.ModelChoice;
import dev.tern.query.collect.CollectedPassages;
import dev.tern.query.collect.Collector;
import dev.tern.query.collect.SourceOrder;
import dev.tern.query.overview.NearTheme;
import dev.tern.query.overview.PassageSpreader;
import dev.tern.query.overview.SpreadPassages;
import dev.tern.query.rank.NaiveRanker;
import dev.tern.query.rank.PassageCache;
import dev.tern.query.rank.Ranking;
import dev.tern.query.rank.RankingParts;
import dev.tern.query.trace.LazyList;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.TracedResult;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs one question, from recognition to the answer:
 *
 * <pre>
 *   understand  rewrites a follow-up question so that it can be asked by itself
 *   recognise   the names in the question
 *   seed        the entities, relations and passages nearest to the names and the question
 *   expand      the relations that {@code degree} hops reach from the seeds
 *   rank        the passages around all of this, in order
 *   choose      the relevant relations of the first passages, by a chat model in graph mode
 *   collect     the passages to answer from, and the relations that explain them
 *   answer      from these passages and nothing else
 * </pre>
 *
 * <p>Local mode omits choose. Overview mode is local mode with two steps before collect,
 * {@linkplain PassageSpreader themes and spread}. Naive mode replaces recognise to choose by one
 * step, which ranks the nearest passages. Each step takes the results of the steps before it, and
 * is recorded in the {@linkplain dev.tern.query.trace.Trace trace}. Not thread-safe.
 */
final class Querying {
    /** The factor of the number of passages in overview mode. */
    private static final int OVERVIEW_FACTOR = 3;

    private static final int MAX_PASSAGES = 1_000;

    private final Question question;
    private final GraphView graph;
    private final TextEmbedder embedder;
    private final Tracer tracer;
    private final QuestionModels models;
    private final ModelFallback fallback;
    private final SourceOrder sources;
    private final Collector collector;
    private final int lookedAt;
    private final RetrievalSteps walk;

    /**
     * Creates the query of a question.
     *
     * @param parts the enabled parts of the local ranking
     * @param graph the graph as the question may see it
     * @param models the models of the question
     */
    Querying(
            Question question,
            RankingParts parts,
            GraphView graph,
            TextEmbedder embedder,
            QuestionModels models,
            PassageCache cache,
            Tracer tracer) {
        Parameters parameters = question.parameters();
        this.question = question;
        this.graph = graph;
        this.embedder = embedder;
        this.tracer = tracer;
        this.models = models;
        this.fallback = models.fallback();
        this.sources = new SourceOrder(ViewOpening.rules(graph.notes(), question), passageCount());
        this.collector = new Collector(sources);
        this.lookedAt = sources.rankedCount();
        this.walk = new RetrievalSteps(graph, embedder, parts, parameters, lookedAt, cache, tracer);
    }

    /** Returns the question, which is standalone. */
    Question question() {
        return question;
    }

    Retrieval retrieve() {
        return switch (question.mode()) {
            case NAIVE -> retrieved(collect(nearest()), List.of());
            case LOCAL -> retrieved(collect(runSteps(), ModelChoice.NONE), List.of());
            case GRAPH -> {
                RetrievedRanking walked = runStepsForModel();
                yield retrieved(collect(walked, choose(walked)), List.of());
            }
            case OVERVIEW -> {
                SpreadPassages spread = spreadPassages();
                CollectedPassages collected = collect(spread);
                yield retrieved(collected, spread.themesOf(collected.passages()));
            }
        };
    }

    /** Returns the number of passages to collect, which is larger in overview mode. */
    private int passageCount() {
        int usual = question.parameters().get(Parameter.FINAL_TOP_K);
        return isOverview() ? Math.min(MAX_PASSAGES, OVERVIEW_FACTOR * usual) : usual;
    }

    private SpreadPassages spreadPassages() {
        PassageSpreader passageSpreader = PassageSpreader.required();
        passageSpreader.require(graph);
        RetrievedRanking walked = runSteps();
        PassageSpreader.OverviewSteps steps = passageSpreader.steps(
                graph,
                walked.seeds().questionVector(),
                walked.recognition().names().isEmpty());
        TracedResult near = tracer.step("themes", Tracer.question(question.text()), steps::nearest);
        return tracer.step("spread", tracer.items(near), () -> steps.spread(walked.ranking()));
    }

    private Ranking nearest() {
        NaiveRanker ranker = new NaiveRanker(graph, embedder, question.parameters());
        return tracer.step("rank", Tracer.question(question.text()), () -> ranker.rank(question.text(), lookedAt));
    }

    private RetrievedRanking runSteps() {
        return walk.from(question.text(), models.recogniser(question), 0);
    }

    /** Runs the steps, and reads the relations of the first passages for a chat model. */
    private RetrievedRanking runStepsForModel() {
        return walk.from(question.text(), models.recogniser(question), CandidateChoice.PASSAGES);
    }

    /** Returns the relations that graph mode would show the chat model. */
    CandidateList candidates() {
        return candidates(runStepsForModel());
    }

    private CandidateList candidates(RetrievedRanking walked) {
        return CandidateChoice.list(
                walked.seeds(),
                sources.trusted(walked.ranking()),
                walked.reached(),
                question.parameters().get(Parameter.CANDIDATE_TOKENS));
    }

    private ModelChoice choose(RetrievedRanking walked) {
        ChatChooser chooser = models.chooser();
        CandidateList candidates = candidates(walked);
        return tracer.step(
                "choose",
                tracer.items(candidates),
                () -> fallback.or(
                        () -> chooser.choose(question.text(), candidates),
                        () -> new ModelChoice(List.of(), "", true, fallback.remarks("the local order is used"))));
    }

    private CollectedPassages collect(Ranking ranking) {
        return tracer.step("collect", tracer.items(ranking), () -> collector.collect(ranking));
    }

    private CollectedPassages collect(SpreadPassages spread) {
        return tracer.step(
                "collect", tracer.items(spread), () -> collector.collect(spread.ranking(), spread.relations()));
    }

    private CollectedPassages collect(RetrievedRanking walked, ModelChoice choice) {
        List<Relation> followed = choice.followed();
        return tracer.step(
                "collect",
                followed.isEmpty() ? tracer.items(walked.ranking()) : new LazyList<>(() -> Item.numbered(followed)),
                () -> collector.collect(walked.ranking(), choice, walked.seeds(), walked.reached()));
    }

    private Retrieval retrieved(CollectedPassages collected, List<NearTheme> themes) {
        return Retrieval.builder(question)
                .passages(collected.passages())
                .relations(collected.relations())
                .themes(themes)
                .trace(tracer.trace(question.mode()))
                .build();
    }

    /**
     * Answers from retrieved passages.
     *
     * @param words receives the text in parts, as {@link QueryListener#answerPart} does
     */
    Answer answer(Retrieval retrieval, Consumer<String> words) {
        Optional<MeteredChat> writer = models.writer();
        List<Passage> passages =
                retrieval.passages().stream().map(Scored::value).toList();
        List<Relation> relations =
                retrieval.relations().stream().map(Scored::value).toList();
        Answerer answerer =
                writer.map(chat -> writing(chat, retrieval.themes())).orElseGet(() -> quoting(retrieval.themes()));
        AnswerText answer = tracer.step(
                "answer",
                new LazyList<>(() -> TracedResult.items(retrieval.passages(), Item::passage)),
                () -> answerer.answer(question.text(), passages, relations, words));
        Answer.Kind kind = !answer.known()
                ? Answer.Kind.UNKNOWN
                : writer.isEmpty() || fallback.failed() ? Answer.Kind.EXTRACTIVE : Answer.Kind.GENERATED;
        return Answer.builder(retrieval)
                .text(answer.text(), kind)
                .claims(answer.claims())
                .trace(tracer.trace(question.mode()))
                .build();
    }

    /** Returns an answerer that calls a model, and quotes passages if the model fails. */
    private Answerer writing(MeteredChat chat, List<NearTheme> themes) {
        Answerer model = Answerer.model(chat, themes);
        return (asked, passages, relations, words) -> {
            StringBuilder heard = new StringBuilder();
            return fallback.or(
                    timed -> model.answer(asked, passages, relations, timed),
                    part -> {
                        heard.append(part);
                        words.accept(part);
                    },
                    () -> Answerer.after(heard.toString(), fallback.remarks("the passages are quoted"), quoting(themes))
                            .answer(asked, passages, relations, words));
        };
    }

    /** Returns an answerer without a model; throws the failure of a model if there is none. */
    private Answerer quoting(List<NearTheme> themes) {
        OfflineAnswers offline =
                InstalledAnswers.find().orElseThrow(() -> fallback.failure().orElseGet(InstalledAnswers::missing));
        return isOverview()
                ? offline.quoting(themes)
                : offline.quoting(embedder, graph.notes().rules());
    }

    private boolean isOverview() {
        return question.mode() == Mode.OVERVIEW;
    }
}
