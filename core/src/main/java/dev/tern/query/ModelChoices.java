package dev.tern.query;

import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.query.choose.CandidateChoice;
import dev.tern.query.choose.CandidateList;
import dev.tern.query.choose.ChatChooser;
import dev.tern.query.choose.Choice;
import dev.tern.query.choose.Missing;
import dev.tern.query.choose.PassagePool;
import dev.tern.query.choose.Verdict;
import dev.tern.query.collect.SourceRules;
import dev.tern.query.recognise.Recogniser;
import dev.tern.settings.Parameter;
import java.util.ArrayList;
import java.util.List;

/**
 * The steps of graph mode that a chat model takes, between a walk and collect:
 *
 * <pre>
 *   choose      which relations of the first passages matter
 *   judge       which of the passages found so far are needed, where it is asked for
 * </pre>
 *
 * <p>Where two {@code hops} are allowed, the last of these calls says what is missing too. What it names is looked for by a second
 * walk, the steps from recognise to rank with a 2 behind their names, and "judge 2" judges what came first so far beside what that
 * walk found. So a question has two walks and three of these calls at most; each call may be made once more for a reply that cannot
 * be used. For one thread.
 */
final class ModelChoices {
    private final Question question;
    private final QuestionModels models;
    private final GraphWalk walk;
    private final SourceRules sources;
    private final Tracer tracer;

    ModelChoices(Question question, QuestionModels models, GraphWalk walk, SourceRules sources, Tracer tracer) {
        this.question = question;
        this.models = models;
        this.walk = walk;
        this.sources = sources;
        this.tracer = tracer;
    }

    /** What the model chooses after a walk. */
    Chosen after(WalkResult walked) {
        Choice choice = choose(walked);
        Verdict verdict = judge(walked, choice);
        Missing missing = models.isJudged() ? verdict.missing() : choice.missing();
        if (missing.phrases().isEmpty()) {
            return Chosen.of(walked, choice, verdict);
        }
        WalkResult further = walk.from(missing.text(), GraphWalk.SECOND, Recogniser.offline(), 0);
        Verdict second = judgeAgain(walked, further, choice, verdict);
        return Chosen.of(walked.with(further), choice, second.or(verdict));
    }

    private Choice choose(WalkResult walked) {
        ChatChooser chooser = models.chooser();
        CandidateList candidates = candidates(walked);
        boolean asksForMissing = models.asksForMissing() && !models.isJudged();
        return tracer.step(
                "choose", tracer.items(candidates), () -> chooser.choose(question.text(), candidates, asksForMissing));
    }

    /** The relations of a walk that the model is shown. */
    CandidateList candidates(WalkResult walked) {
        return CandidateChoice.list(
                walked.seeds(),
                sources.trusted(walked.ranking()),
                walked.reached(),
                question.parameters().get(Parameter.CANDIDATE_TOKENS));
    }

    private Verdict judge(WalkResult walked, Choice choice) {
        if (!models.isJudged()) {
            return Verdict.NONE;
        }
        List<Scored<Passage>> local = sources.trusted(walked.ranking()).passages();
        return judge(
                GraphWalk.FIRST,
                new PassagePool(walked.nameTexts(), local, choice, mostTokens()),
                models.asksForMissing());
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
                mostTokens());
        return judge(GraphWalk.SECOND, pool, false);
    }

    private Verdict judge(String walkName, PassagePool pool, boolean asksForMissing) {
        return tracer.step(
                "judge" + walkName,
                tracer.items(pool),
                () -> models.judge().judge(question.text(), pool, asksForMissing));
    }

    private int mostTokens() {
        return question.parameters().get(Parameter.JUDGE_TOKENS);
    }
}
