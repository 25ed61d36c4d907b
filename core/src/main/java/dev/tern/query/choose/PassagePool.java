package dev.tern.query.choose;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.model.Tokens;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.Traced;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The passages that the chat model judges, as it sees them: what chosen relations lead to, whether they are to be followed or
 * not, and what the local order has first, by turns, {@value #PASSAGES} at most, numbered from 1, within a budget of tokens.
 *
 * <pre>
 *   &lt;bridges&gt;
 *   1 &gt; 2: emil marr
 *   &lt;/bridges&gt;
 *   &lt;passages&gt;
 *   1. Otto Falk: Otto Falk was a surveyor. His mentor was Emil Marr.
 *   2. Emil Marr: Emil Marr taught surveying. … Lena Marr was his daughter.
 *   &lt;/passages&gt;
 * </pre>
 *
 * <p>What strangers wrote is data here as in a {@link CandidateList}: one line each, and nothing that could end the fence.
 */
public final class PassagePool implements Traced {
    /** The most passages that are judged. */
    public static final int PASSAGES = 16;

    /** With fewer tokens a passage says nothing: then fewer are shown. */
    private static final int LEAST_TOKENS = 40;

    private static final int MAX_TITLE = 80;
    private static final int QUARTERS = 4;

    /** At most this part of the budget is for bridges. */
    private static final int BRIDGES_SHARE = 4;

    private static final String NOTHING = "no passage was found that was not there before: the order before is used";
    private static final String NUMBER = "00. \n";
    private static final String AROUND = "<passages>\n</passages>";

    private final List<Passage> passages;
    private final List<Plausibility.Place> places;
    private final List<String> lines = new ArrayList<>();
    private final String text;
    private final Plausibility plausibility;
    private final double against;
    private final int known;
    private final int tokenBudget;
    private final boolean secondLook;

    /**
     * A pool of the passages of a ranking.
     *
     * @param asked the names in the question
     * @param local the local order
     * @param choice the relations that the model chose before
     * @param tokenBudget the most tokens of the bridges and the passages, estimated
     */
    public PassagePool(List<String> asked, List<Scored<Passage>> local, Choice choice, int tokenBudget) {
        this(
                asked,
                choice,
                ids(PassageOrder.ledTo(choice.relations(), local)),
                tokenBudget,
                byTurns(local, PassageOrder.ledTo(choice.relations(), local)),
                false);
    }

    /**
     * The pool of a second look: what came first so far, and what a walk from what was missing found, by turns. Nothing is in it if
     * that walk found nothing new.
     *
     * @param asked the names in the question and in what was missing
     * @param both the order of both walks together
     * @param further the order of the second walk
     * @param choice the relations that the model chose before
     * @param verdict the passages that it named before
     * @param tokenBudget the most tokens of the bridges and the passages, estimated
     */
    public static PassagePool again(
            List<String> asked,
            List<Scored<Passage>> both,
            List<Scored<Passage>> further,
            Choice choice,
            Verdict verdict,
            int tokenBudget) {
        Map<String, Scored<Passage>> scored = new HashMap<>();
        both.forEach(passage -> scored.put(passage.value().id(), passage));
        List<Scored<Passage>> soFar = verdict.order(PassageOrder.following(choice.followed(), both)).stream()
                .map(passage -> scored.get(passage.value().id()))
                .toList();
        List<Scored<Passage>> pool = byTurns(
                soFar,
                further.stream()
                        .map(passage -> scored.get(passage.value().id()))
                        .toList());
        boolean nothingNew = ids(within(soFar, tokenBudget)).containsAll(ids(within(pool, tokenBudget)));
        Set<String> before = verdict.passages().isEmpty()
                ? ids(PassageOrder.ledTo(choice.followed(), both))
                : verdict.passages().stream().map(named -> named.passage().id()).collect(Collectors.toSet());
        return new PassagePool(asked, choice, before, tokenBudget, nothingNew ? List.of() : pool, true);
    }

    private PassagePool(
            List<String> asked,
            Choice choice,
            Set<String> before,
            int tokenBudget,
            List<Scored<Passage>> pool,
            boolean secondLook) {
        this.tokenBudget = tokenBudget;
        this.secondLook = secondLook;
        this.known = pool.size();
        List<Scored<Passage>> shown = within(pool, tokenBudget);
        this.passages = shown.stream().map(Scored::value).toList();
        this.places = IntStream.range(0, shown.size())
                .mapToObj(
                        place -> new Plausibility.Place(place, shown.get(place).score()))
                .toList();
        this.plausibility = new Plausibility(
                places,
                IntStream.range(0, passages.size())
                        .filter(place -> before.contains(passages.get(place).id()))
                        .boxed()
                        .collect(Collectors.toSet()));
        this.against = Math.min(0, choice.evidence());
        String bridges = bridges(asked, QUARTERS * tokenBudget / BRIDGES_SHARE);
        Set<String> chosen = choice.relations().stream().map(Relation::key).collect(Collectors.toSet());
        int[] shares = shares(passages, QUARTERS * tokenBudget - Tokens.quarters(bridges + AROUND));
        StringBuilder all = new StringBuilder(bridges).append("<passages>\n");
        for (int i = 0; i < passages.size(); i++) {
            lines.add(line(passages.get(i), chosen, shares[i] - NUMBER.length()));
            all.append(i + 1).append(". ").append(lines.getLast()).append('\n');
        }
        this.text = all.append("</passages>").toString();
    }

    /** As many of the first as are shown. */
    private static List<Scored<Passage>> within(List<Scored<Passage>> passages, int tokenBudget) {
        return passages.stream()
                .limit(Math.clamp(tokenBudget / LEAST_TOKENS, 1, PASSAGES))
                .toList();
    }

    private static Set<String> ids(List<Scored<Passage>> passages) {
        return passages.stream().map(passage -> passage.value().id()).collect(Collectors.toSet());
    }

    private String bridges(List<String> asked, int quarters) {
        StringBuilder all = new StringBuilder();
        int left = quarters - Tokens.quarters("<bridges>\n</bridges>\n");
        for (Bridges.Bridge bridge : Bridges.between(passages, asked)) {
            String line =
                    bridge.from() + " > " + bridge.to() + ": " + CandidateList.oneLine(bridge.name(), MAX_TITLE) + "\n";
            left -= Tokens.quarters(line);
            all.append(left >= 0 ? line : "");
        }
        return all.isEmpty() ? "" : "<bridges>\n" + all + "</bridges>\n";
    }

    private static String line(Passage passage, Set<String> chosen, int quarters) {
        String heading = heading(passage);
        return Excerpt.cut(heading + Excerpt.of(passage, chosen, quarters - Tokens.quarters(heading)), quarters);
    }

    /** What both orders have, each once, up to the limit. */
    private static List<Scored<Passage>> byTurns(List<Scored<Passage>> local, List<Scored<Passage>> led) {
        Map<String, Scored<Passage>> pool = new LinkedHashMap<>();
        for (int turn = 0; turn < local.size() && pool.size() < PASSAGES; turn++) {
            pool.putIfAbsent(local.get(turn).value().id(), local.get(turn));
            if (turn < led.size() && pool.size() < PASSAGES) {
                pool.putIfAbsent(led.get(turn).value().id(), led.get(turn));
            }
        }
        return List.copyOf(pool.values());
    }

    private static String heading(Passage passage) {
        String title = CandidateList.oneLine(passage.title(), MAX_TITLE);
        return title.isEmpty() ? "" : title + ": ";
    }

    /** What each passage may take, in quarters of a token: what a short one leaves is for the long ones. */
    private static int[] shares(List<Passage> passages, int quarters) {
        int[] wanted = passages.stream()
                .mapToInt(passage -> NUMBER.length()
                        + Tokens.quarters(heading(passage))
                        + Tokens.quarters(CandidateList.oneLine(passage.text(), Integer.MAX_VALUE)))
                .toArray();
        int[] shares = new int[wanted.length];
        int left = quarters;
        int waiting = wanted.length;
        List<Integer> shortestFirst = IntStream.range(0, wanted.length)
                .boxed()
                .sorted(Comparator.comparingInt(place -> wanted[place]))
                .toList();
        for (int place : shortestFirst) {
            shares[place] = Math.min(wanted[place], left / waiting);
            left -= shares[place];
            waiting--;
        }
        return shares;
    }

    /** The passages that are shown; number n is at index n - 1. */
    public List<Passage> passages() {
        return passages;
    }

    /** What stands behind each number. */
    List<String> lines() {
        return lines;
    }

    /**
     * Whether these numbers, some of those shown, are believed ({@link Plausibility}); an empty list is. Evidence against the relations
     * that were chosen before is added to that of the passages, evidence for them is not.
     */
    boolean plausible(List<Integer> numbers) {
        if (numbers.isEmpty()) {
            return true;
        }
        double evidence = plausibility.evidence(
                numbers.stream().map(number -> places.get(number - 1)).toList());
        return evidence + against > Plausibility.LEAST;
    }

    @Override
    public List<Item> items() {
        return IntStream.range(0, passages.size())
                .mapToObj(place -> Item.numbered(place + 1, passages.get(place)))
                .toList();
    }

    /** How many passages did not fit, if any; why there is none, if there is none. */
    @Override
    public List<String> notes() {
        if (secondLook && passages.isEmpty()) {
            return List.of(NOTHING);
        }
        return passages.size() == known
                ? List.of()
                : List.of(passages.size() + " of " + known + " passages fit into the judge's prompt (judgeTokens "
                        + tokenBudget + ")");
    }

    /** The order that is used if what the model says cannot be believed. */
    String orderOtherwise() {
        return secondLook ? "order before" : "local order";
    }

    /** The bridges and the passages as they stand in the prompt. */
    public String text() {
        return text;
    }

    /** The tokens of the text, estimated as the budget is. */
    public int tokens() {
        return Tokens.estimate(text);
    }
}
