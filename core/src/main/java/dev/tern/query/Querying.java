package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.graph.Entity;
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
import dev.tern.query.choose.PassageJudge;
import dev.tern.query.choose.PassagePool;
import dev.tern.query.choose.Verdict;
import dev.tern.query.collect.Collected;
import dev.tern.query.collect.Collector;
import dev.tern.query.collect.SourceRules;
import dev.tern.query.expand.Expansion;
import dev.tern.query.expand.Subgraph;
import dev.tern.query.rank.LocalRanker;
import dev.tern.query.rank.NaiveRanker;
import dev.tern.query.rank.Ranking;
import dev.tern.query.rank.RankingParts;
import dev.tern.query.recognise.Recogniser;
import dev.tern.query.recognise.Recognition;
import dev.tern.query.seed.Seeding;
import dev.tern.query.seed.Seeds;
import dev.tern.query.trace.Trace.Item;
import dev.tern.settings.Judge;
import dev.tern.settings.Mode;
import dev.tern.settings.NameRecognition;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One question on its way to passages and an answer:
 *
 * <pre>
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
 * <p>Naive mode ranks by similarity alone, collects and answers. Each step is given what the steps before it returned, and
 * each is a step of the {@linkplain dev.tern.query.trace.Trace trace}. Each chat model is the one for its {@linkplain ChatTask
 * task}. For one thread.
 */
final class Querying {
    private final Question question;
    private final RankingParts parts;
    private final GraphView graph;
    private final TextEmbedder embedder;
    private final Function<ChatTask, Optional<Chat>> chats;
    private final Tracer tracer;
    private final Parameters parameters;
    private final SourceRules sources;
    private final AliasGroups aliases;

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
        this.parts = parts;
        this.graph = graph;
        this.embedder = embedder;
        this.chats = chats;
        this.tracer = tracer;
        this.parameters = question.parameters();
        this.sources = new SourceRules(parameters);
        this.aliases = graph.notes().groups();
        if (question.mode() == Mode.GRAPH) {
            requireChat(ChatTask.RERANK, "graph mode", "use the mode local, which needs none");
        }
        if (isRecognisedByModel()) {
            requireChat(ChatTask.RECOGNISE, "recognition by a model", "set recognition to offline");
        }
        if (isJudged()) {
            requireChat(ChatTask.JUDGE, "judging passages", "set judge to none");
        }
    }

    private void requireChat(ChatTask task, String what, String otherwise) {
        if (chats.apply(task).isEmpty()) {
            throw TernException.user(
                    what + " needs a chat model for the task " + task + " and none is set; set one, or " + otherwise);
        }
    }

    private boolean isRecognisedByModel() {
        return question.mode() == Mode.GRAPH
                && question.entities().isEmpty()
                && parameters.get(Parameter.RECOGNITION) == NameRecognition.MODEL;
    }

    private boolean isJudged() {
        return question.mode() == Mode.GRAPH && parameters.get(Parameter.JUDGE) != Judge.NONE;
    }

    private Chat chat(ChatTask task) {
        return chats.apply(task).orElseThrow();
    }

    Retrieval retrieve() {
        Collected collected = question.mode() == Mode.NAIVE ? nearest() : walked();
        return new Retrieval(question, collected.passages(), collected.relations(), tracer.trace(question.mode()));
    }

    private Collected nearest() {
        Ranking ranking = tracer.step(
                "rank",
                asked(),
                () -> new NaiveRanker(graph, embedder, parameters).rank(question.text(), sources.lookedAt()));
        return tracer.step("collect", tracer.items(ranking), () -> new Collector(sources, aliases).collect(ranking));
    }

    private Collected walked() {
        Recognition names = recognise();
        Seeds seeds = seed(names);
        Subgraph walked = expand(seeds);
        Ranking ranking = rank(names, seeds, walked, question.mode() == Mode.GRAPH ? CandidateChoice.PASSAGES : 0);
        Choice choice = choose(seeds, walked, ranking);
        Verdict verdict = judge(names, ranking, choice);
        return collect(seeds, walked, ranking, verdict.plausible() ? choice : choice.distrusted(), verdict);
    }

    /** What graph mode would show the chat model. */
    CandidateList candidates() {
        Recognition names = recognise();
        Seeds seeds = seed(names);
        Subgraph walked = expand(seeds);
        return candidates(seeds, walked, rank(names, seeds, walked, CandidateChoice.PASSAGES));
    }

    private Recognition recognise() {
        Recogniser recogniser = question.entities().map(Recogniser::given).orElseGet(this::recogniser);
        return tracer.step("recognise", asked(), () -> recogniser.recognise(question.text(), graph));
    }

    private Recogniser recogniser() {
        return isRecognisedByModel() ? Recogniser.model(chat(ChatTask.RECOGNISE)) : Recogniser.offline();
    }

    private Seeds seed(Recognition names) {
        Seeding seeding = new Seeding(graph, embedder, parameters);
        int passages = Math.max(LocalRanker.NEAREST_PASSAGES, sources.lookedAt());
        return tracer.step("seed", tracer.items(names), () -> seeding.seed(question.text(), names, passages));
    }

    private Subgraph expand(Seeds seeds) {
        Expansion expansion = new Expansion(
                graph, parameters.get(Parameter.FRONTIER_LIMIT), parameters.get(Parameter.RELATION_LIMIT));
        return tracer.step(
                "expand",
                tracer.items(seeds),
                () -> expansion.expand(
                        seeds.entityIds(),
                        seeds.relations(),
                        seeds.shortNames().stream().map(Entity::id).toList(),
                        seeds.asked(),
                        parameters.get(Parameter.DEGREE)));
    }

    /** The order, and what the first passages state: as many of them as will be offered or collected. */
    private Ranking rank(Recognition names, Seeds seeds, Subgraph walked, int offered) {
        LocalRanker ranker = new LocalRanker(graph, parts, names, seeds, walked);
        return tracer.step(
                "rank",
                tracer.items(walked),
                () -> ranker.rank(sources.lookedAt(), offered, parameters.get(Parameter.DEGREE) > 0));
    }

    private Choice choose(Seeds seeds, Subgraph walked, Ranking ranking) {
        if (question.mode() != Mode.GRAPH) {
            return Choice.NONE;
        }
        ChatChooser chooser = new ChatChooser(chat(ChatTask.RERANK));
        CandidateList candidates = candidates(seeds, walked, ranking);
        return tracer.step("choose", tracer.items(candidates), () -> chooser.choose(question.text(), candidates));
    }

    private CandidateList candidates(Seeds seeds, Subgraph walked, Ranking ranking) {
        return CandidateChoice.list(
                seeds, sources.trusted(ranking), walked, parameters.get(Parameter.CANDIDATE_TOKENS));
    }

    private Verdict judge(Recognition names, Ranking ranking, Choice choice) {
        if (!isJudged()) {
            return Verdict.NONE;
        }
        PassageJudge judge = new PassageJudge(chat(ChatTask.JUDGE));
        PassagePool pool = new PassagePool(
                names.names().stream().map(Recognition.Name::text).toList(),
                sources.trusted(ranking).passages(),
                choice,
                parameters.get(Parameter.JUDGE_TOKENS));
        return tracer.step("judge", tracer.items(pool), () -> judge.judge(question.text(), pool));
    }

    private Collected collect(Seeds seeds, Subgraph walked, Ranking ranking, Choice choice, Verdict verdict) {
        List<Item> in = choice.followed().isEmpty() ? tracer.items(ranking) : Item.numbered(choice.followed());
        return tracer.step(
                "collect", in, () -> new Collector(sources, aliases).collect(ranking, choice, verdict, seeds, walked));
    }

    /**
     * Answers from what was retrieved.
     *
     * @param words hears the answer while it is made
     */
    Answer answer(Retrieval retrieval, Consumer<String> words) {
        Optional<Chat> writer = chats.apply(ChatTask.ANSWER);
        Answerer answerer = writer.map(Answerer::model).orElseGet(() -> Answerer.extractive(embedder, aliases));
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
