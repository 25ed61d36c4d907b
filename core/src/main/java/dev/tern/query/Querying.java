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
import dev.tern.query.choose.Missing;
import dev.tern.query.choose.PassageJudge;
import dev.tern.query.choose.PassagePool;
import dev.tern.query.choose.Verdict;
import dev.tern.query.collect.Collected;
import dev.tern.query.collect.Collector;
import dev.tern.query.collect.SourceRules;
import dev.tern.query.conversation.FollowUps;
import dev.tern.query.conversation.FollowUps.Standalone;
import dev.tern.query.conversation.Turn;
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
import dev.tern.query.trace.Traced;
import dev.tern.settings.Judge;
import dev.tern.settings.Mode;
import dev.tern.settings.NameRecognition;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView;
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
 * <p>Naive mode ranks by similarity alone, collects and answers. Each step is given what the steps before it returned, and
 * each is a step of the {@linkplain dev.tern.query.trace.Trace trace}. Each chat model is the one for its {@linkplain ChatTask
 * task}. For one thread.
 */
final class Querying {
    private static final String FIRST = "";
    private static final String SECOND = " 2";

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
        if (asksOn()) {
            requireChat(ChatTask.JUDGE, "judging what a second walk finds", "set hops to 1");
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

    /** The question that is asked. */
    Question question() {
        return question;
    }

    /** The same query for the question by itself, where it follows from what was said before. */
    Querying understood() {
        List<Turn> before = question.history();
        if (before.isEmpty()) {
            return this;
        }
        FollowUps followUps =
                chats.apply(ChatTask.RECOGNISE).map(FollowUps::model).orElseGet(FollowUps::offline);
        Understood made = tracer.step(
                "understand",
                List.of(Item.of(Item.Kind.QUESTION, question.text())),
                () -> new Understood(followUps.standalone(question.text(), before, graph), before.size()));
        Standalone alone = made.alone();
        Question same = question.after(List.of());
        Question named = alone.names().isEmpty() ? same : same.withEntities(alone.names());
        // Names that were carried over count without standing in the text, where there is no room for them in it.
        Question asked = alone.text().length() > Question.MAX_LENGTH ? named : named.withText(alone.text());
        return new Querying(asked, parts, graph, embedder, chats, tracer);
    }

    /** A question by itself, with how many turns there were before it. */
    private record Understood(Standalone alone, int turns) implements Traced {
        @Override
        public List<Item> items() {
            List<Item> items = new ArrayList<>();
            items.add(Item.of(Item.Kind.QUESTION, alone.text()));
            alone.names().forEach(name -> items.add(Item.of(Item.Kind.NAME, name)));
            return items;
        }

        @Override
        public List<String> notes() {
            return turns > FollowUps.MAX_TURNS
                    ? List.of("of the " + turns + " turns before it, the latest " + FollowUps.MAX_TURNS
                            + " were looked at")
                    : List.of();
        }
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
        int offered = question.mode() == Mode.GRAPH ? CandidateChoice.PASSAGES : 0;
        Walked walked = walk(FIRST, recogniser(), question.text(), offered);
        Choice choice = choose(walked);
        Verdict verdict = judge(walked, choice);
        Missing missing = isJudged() ? verdict.missing() : choice.missing();
        if (missing.phrases().isEmpty()) {
            return collect(walked, choice, verdict);
        }
        Walked further = walk(SECOND, Recogniser.offline(), missing.text(), 0);
        Verdict second = judgeAgain(walked, further, choice, verdict);
        return collect(walked.with(further), choice, second.or(verdict));
    }

    /** A walk from the names in a text to an order of passages. */
    private Walked walk(String hop, Recogniser recogniser, String text, int offered) {
        Recognition names = tracer.step(
                "recognise" + hop, List.of(Item.of(Item.Kind.QUESTION, text)), () -> recogniser.recognise(text, graph));
        Seeds seeds = seed(hop, text, names);
        Subgraph reached = expand(hop, seeds);
        return new Walked(names, seeds, reached, rank(hop, names, seeds, reached, offered));
    }

    /** What the steps of one walk returned. */
    private record Walked(Recognition names, Seeds seeds, Subgraph reached, Ranking ranking) {
        List<String> nameTexts() {
            return names.names().stream().map(Recognition.Name::text).toList();
        }

        /** This walk, and behind its passages those of another. */
        Walked with(Walked further) {
            return new Walked(names, seeds, reached, ranking.and(further.ranking));
        }
    }

    /** What graph mode would show the chat model. */
    CandidateList candidates() {
        return candidates(walk(FIRST, recogniser(), question.text(), CandidateChoice.PASSAGES));
    }

    private Recogniser recogniser() {
        return question.entities().map(Recogniser::given).orElseGet(this::finder);
    }

    private Recogniser finder() {
        return isRecognisedByModel() ? Recogniser.model(chat(ChatTask.RECOGNISE)) : Recogniser.offline();
    }

    private Seeds seed(String hop, String text, Recognition names) {
        Seeding seeding = new Seeding(graph, embedder, parameters);
        int passages = Math.max(LocalRanker.NEAREST_PASSAGES, sources.lookedAt());
        return tracer.step("seed" + hop, tracer.items(names), () -> seeding.seed(text, names, passages));
    }

    private Subgraph expand(String hop, Seeds seeds) {
        Expansion expansion = new Expansion(
                graph, parameters.get(Parameter.FRONTIER_LIMIT), parameters.get(Parameter.RELATION_LIMIT));
        return tracer.step(
                "expand" + hop,
                tracer.items(seeds),
                () -> expansion.expand(
                        seeds.entityIds(),
                        seeds.relations(),
                        seeds.shortNames().stream().map(Entity::id).toList(),
                        seeds.asked(),
                        parameters.get(Parameter.DEGREE)));
    }

    /** The order, and what the first passages state: as many of them as will be offered or collected. */
    private Ranking rank(String hop, Recognition names, Seeds seeds, Subgraph reached, int offered) {
        LocalRanker ranker = new LocalRanker(graph, parts, names, seeds, reached);
        return tracer.step(
                "rank" + hop,
                tracer.items(reached),
                () -> ranker.rank(sources.lookedAt(), offered, parameters.get(Parameter.DEGREE) > 0));
    }

    private Choice choose(Walked walked) {
        if (question.mode() != Mode.GRAPH) {
            return Choice.NONE;
        }
        ChatChooser chooser = new ChatChooser(chat(ChatTask.RERANK));
        CandidateList candidates = candidates(walked);
        boolean asksOn = asksOn() && !isJudged();
        return tracer.step(
                "choose", tracer.items(candidates), () -> chooser.choose(question.text(), candidates, asksOn));
    }

    private CandidateList candidates(Walked walked) {
        return CandidateChoice.list(
                walked.seeds(),
                sources.trusted(walked.ranking()),
                walked.reached(),
                parameters.get(Parameter.CANDIDATE_TOKENS));
    }

    private Verdict judge(Walked walked, Choice choice) {
        if (!isJudged()) {
            return Verdict.NONE;
        }
        List<Scored<Passage>> local = sources.trusted(walked.ranking()).passages();
        PassagePool pool = new PassagePool(walked.nameTexts(), local, choice, parameters.get(Parameter.JUDGE_TOKENS));
        return judge(FIRST, pool, asksOn());
    }

    /** What was first so far is judged once more, beside what the second walk found. */
    private Verdict judgeAgain(Walked walked, Walked further, Choice choice, Verdict verdict) {
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
        PassageJudge judge = new PassageJudge(chat(ChatTask.JUDGE));
        return tracer.step("judge" + hop, tracer.items(pool), () -> judge.judge(question.text(), pool, asksOn));
    }

    /** Whether the last call before passages are collected is asked what is missing. */
    private boolean asksOn() {
        return question.mode() == Mode.GRAPH && parameters.get(Parameter.HOPS) > 1;
    }

    private Collected collect(Walked walked, Choice chosen, Verdict verdict) {
        Choice choice = verdict.plausible() ? chosen : chosen.distrusted();
        List<Item> in = choice.followed().isEmpty() ? tracer.items(walked.ranking()) : Item.numbered(choice.followed());
        Collector collector = new Collector(sources, aliases);
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
