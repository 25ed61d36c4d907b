package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.model.Chat;
import dev.tern.model.ChatTask;
import dev.tern.model.TextEmbedder;
import dev.tern.note.AliasGroups;
import dev.tern.query.answer.Answerer;
import dev.tern.query.answer.Answerer.AnswerText;
import dev.tern.query.choose.CandidateChoice;
import dev.tern.query.choose.CandidateList;
import dev.tern.query.choose.ChatChooser;
import dev.tern.query.choose.Choice;
import dev.tern.query.choose.Missing;
import dev.tern.query.choose.PassagePool;
import dev.tern.query.choose.Verdict;
import dev.tern.query.collect.Collected;
import dev.tern.query.collect.Collector;
import dev.tern.query.collect.Pins;
import dev.tern.query.collect.SourceRules;
import dev.tern.query.overview.FoundTheme;
import dev.tern.query.overview.NearThemes;
import dev.tern.query.overview.Overview;
import dev.tern.query.overview.SpreadPassages;
import dev.tern.query.rank.NaiveRanker;
import dev.tern.query.rank.Ranking;
import dev.tern.query.rank.RankingParts;
import dev.tern.query.recognise.Recogniser;
import dev.tern.query.trace.Trace.Item;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView;
import dev.tern.theme.Themes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One question on its way to passages and an answer:
 *
 * <pre>
 *   understand  a question that follows from others as one that can be asked by itself; only where something was said before
 *   recognise   the names in the question
 *   seed        the entities, relations and passages nearest to the names and the question
 *   expand      the relations that {@code degree} hops reach from the seeds
 *   rank        the passages around all of this, in order
 *   choose      which relations of the first passages matter: a chat model says so, in graph mode only
 *   judge       which of the passages found so far are needed: a chat model again, in graph mode where it is asked for
 *   collect     the passages to answer from, and the relations that explain them
 *   answer      from these passages and nothing else
 * </pre>
 *
 * <p>Where two {@code hops} are allowed, the last call of the model before passages are collected says what is missing too. What it
 * names is looked for by a second walk, the same steps from recognise to rank with a 2 behind their names, and "judge 2" judges
 * what came first so far beside what that walk found. A question has two walks at most, and three calls beside those that
 * understand and recognise by a model, each of which may be made once more for a reply that cannot be used.
 *
 * <p>Overview mode walks as local mode does, and has two steps between rank and collect:
 *
 * <pre>
 *   themes      the themes of the graph nearest to the question
 *   spread      the passages that tell most of each of them for the question, in turn with those of the walk
 * </pre>
 *
 * <p>Naive mode ranks by similarity alone, collects and answers. Each step is given what the steps before it returned, and
 * each is a step of the {@linkplain dev.tern.query.trace.Trace trace}. Each chat model is the one for its {@linkplain ChatTask
 * task}. For one thread.
 */
final class Querying {
    private static final String FIRST = "";
    private static final String SECOND = " 2";

    /** How many times as many passages a whole takes as a fact. */
    private static final int OF_A_WHOLE = 3;

    private static final int MOST_PASSAGES = 1_000;

    private final Question question;
    private final GraphView graph;
    private final TextEmbedder embedder;
    private final Tracer tracer;
    private final QuestionModels models;
    private final Parameters parameters;
    private final SourceRules sources;
    private final Pins pins;
    private final AliasGroups aliases;
    private final GraphWalk walk;

    /**
     * A question on its way.
     *
     * @param parts the parts of the local ranking that take part
     * @param graph what the question may see
     * @param chats the chat model for a task, if there is one
     * @throws TernException if a step of the question needs a chat model and there is none for it
     */
    Querying(
            Question question,
            RankingParts parts,
            GraphView graph,
            TextEmbedder embedder,
            Function<ChatTask, Optional<Chat>> chats,
            Tracer tracer) {
        this.question = question;
        this.graph = graph;
        this.embedder = embedder;
        this.tracer = tracer;
        this.models = new QuestionModels(question, chats);
        this.parameters = question.parameters();
        Parameters collecting = question.mode() == Mode.OVERVIEW
                ? parameters.with(
                        Parameter.FINAL_TOP_K,
                        Math.min(MOST_PASSAGES, OF_A_WHOLE * parameters.get(Parameter.FINAL_TOP_K)))
                : parameters;
        this.sources = new SourceRules(collecting, graph.notes().corrections().weights());
        this.pins = Pins.of(graph.notes(), question.text(), question.entities());
        this.aliases = graph.notes().groups();
        this.walk = new GraphWalk(graph, embedder, parts, parameters, lookedAt(), tracer);
    }

    /** The question that is asked. */
    Question question() {
        return question;
    }

    Retrieval retrieve() {
        if (question.mode() == Mode.OVERVIEW) {
            return overview();
        }
        Collected collected = question.mode() == Mode.NAIVE ? nearest() : walked();
        return retrieved(collected, List.of());
    }

    private Retrieval retrieved(Collected collected, List<FoundTheme> themes) {
        return new Retrieval(
                question, collected.passages(), collected.relations(), themes, tracer.trace(question.mode()));
    }

    private Retrieval overview() {
        Themes themes = Themes.required(graph);
        WalkResult walked = walk.from(question.text(), FIRST, models.recogniser(), 0);
        Overview overview = new Overview(
                graph, walked.seeds().asked(), walked.names().names().isEmpty());
        NearThemes near = tracer.step("themes", asked(), () -> overview.nearest(themes));
        SpreadPassages spread =
                tracer.step("spread", tracer.items(near), () -> overview.spread(near, walked.ranking()));
        Collected collected = tracer.step(
                "collect",
                tracer.items(spread),
                () -> new Collector(sources, pins, graph).collect(spread.ranking(), spread.relations()));
        return retrieved(
                collected,
                spread.themes().stream()
                        .map(theme -> theme.among(collected.passages()))
                        .filter(theme -> !theme.passageIds().isEmpty())
                        .toList());
    }

    private Collected nearest() {
        Ranking ranking = tracer.step(
                "rank", asked(), () -> new NaiveRanker(graph, embedder, parameters).rank(question.text(), lookedAt()));
        return tracer.step(
                "collect", tracer.items(ranking), () -> new Collector(sources, pins, graph).collect(ranking));
    }

    private int lookedAt() {
        return sources.lookedAt(pins.reachFurther());
    }

    private Collected walked() {
        int offered = question.mode() == Mode.GRAPH ? CandidateChoice.PASSAGES : 0;
        WalkResult walked = walk.from(question.text(), FIRST, models.recogniser(), offered);
        Choice choice = choose(walked);
        Verdict verdict = judge(walked, choice);
        Missing missing = models.isJudged() ? verdict.missing() : choice.missing();
        if (missing.phrases().isEmpty()) {
            return collect(walked, choice, verdict);
        }
        WalkResult further = walk.from(missing.text(), SECOND, Recogniser.offline(), 0);
        Verdict second = judgeAgain(walked, further, choice, verdict);
        return collect(walked.with(further), choice, second.or(verdict));
    }

    private Choice choose(WalkResult walked) {
        if (question.mode() != Mode.GRAPH) {
            return Choice.NONE;
        }
        ChatChooser chooser = models.chooser();
        CandidateList candidates = candidates(walked);
        boolean asksOn = models.asksOn() && !models.isJudged();
        return tracer.step(
                "choose", tracer.items(candidates), () -> chooser.choose(question.text(), candidates, asksOn));
    }

    /** What graph mode would show the chat model. */
    CandidateList candidates() {
        return candidates(walk.from(question.text(), FIRST, models.recogniser(), CandidateChoice.PASSAGES));
    }

    private CandidateList candidates(WalkResult walked) {
        return CandidateChoice.list(
                walked.seeds(),
                sources.trusted(walked.ranking()),
                walked.reached(),
                parameters.get(Parameter.CANDIDATE_TOKENS));
    }

    private Verdict judge(WalkResult walked, Choice choice) {
        if (!models.isJudged()) {
            return Verdict.NONE;
        }
        List<Scored<Passage>> local = sources.trusted(walked.ranking()).passages();
        PassagePool pool = new PassagePool(walked.nameTexts(), local, choice, parameters.get(Parameter.JUDGE_TOKENS));
        return judge(FIRST, pool, models.asksOn());
    }

    /** What was first so far is judged once more, beside what the second walk found. */
    private Verdict judgeAgain(WalkResult walked, WalkResult further, Choice choice, Verdict verdict) {
        List<String> asked = new ArrayList<>(walked.nameTexts());
        asked.addAll(further.nameTexts());
        PassagePool pool = PassagePool.again(
                asked,
                sources.trusted(walked.with(further).ranking()).passages(),
                sources.trusted(further.ranking()).passages(),
                choice,
                verdict,
                parameters.get(Parameter.JUDGE_TOKENS));
        return judge(SECOND, pool, false);
    }

    private Verdict judge(String hop, PassagePool pool, boolean asksOn) {
        return tracer.step(
                "judge" + hop, tracer.items(pool), () -> models.judge().judge(question.text(), pool, asksOn));
    }

    private Collected collect(WalkResult walked, Choice chosen, Verdict verdict) {
        Choice choice = verdict.plausible() ? chosen : chosen.distrusted();
        List<Item> in = choice.followed().isEmpty() ? tracer.items(walked.ranking()) : Item.numbered(choice.followed());
        Collector collector = new Collector(sources, pins, graph);
        return tracer.step(
                "collect",
                in,
                () -> collector.collect(walked.ranking(), choice, verdict, walked.seeds(), walked.reached()));
    }

    /**
     * Answers from what was retrieved.
     *
     * @param words hears the answer while it is made
     */
    Answer answer(Retrieval retrieval, Consumer<String> words) {
        Optional<Chat> writer = models.writer();
        Answerer answerer = question.mode() == Mode.OVERVIEW
                ? writer.map(chat -> Answerer.model(chat, retrieval.themes()))
                        .orElseGet(() -> Answerer.extractive(retrieval.themes()))
                : writer.map(Answerer::model).orElseGet(() -> Answerer.extractive(embedder, aliases));
        List<Passage> passages =
                retrieval.passages().stream().map(Scored::value).toList();
        List<Relation> relations =
                retrieval.relations().stream().map(Scored::value).toList();
        AnswerText answer = tracer.step(
                "answer",
                retrieval.passages().stream().map(Item::passage).toList(),
                () -> answerer.answer(question.text(), passages, relations, words));
        Answer.Kind kind = !answer.known()
                ? Answer.Kind.UNKNOWN
                : writer.isEmpty() ? Answer.Kind.EXTRACTIVE : Answer.Kind.GENERATED;
        return new Answer(answer.text(), kind, answer.claims(), retrieval, tracer.trace(question.mode()));
    }

    private List<Item> asked() {
        return List.of(Item.of(Item.Kind.QUESTION, question.text()));
    }
}
