package dev.tern.query.choose;

import dev.tern.graph.Relation;
import dev.tern.model.TokenEstimator;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.TracedResult;
import dev.tern.text.TextTruncation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The candidates shown to the chat model: numbered from 1, within a budget of tokens. Several with
 * the same title are listed under it, without repeating it; the others come last, in full.
 *
 * <pre>
 *   # Lena Marr
 *   1. was the daughter of Emil Marr
 *   2. built the Vale bridge
 *   #
 *   3. Otto Falk had the mentor Emil Marr
 * </pre>
 *
 * <p>Text of documents is data: it takes one line, never begins one, and contains no angle bracket
 * that could end the fence around the list.
 */
public final class CandidateList implements TracedResult {
    private static final int MAX_CHARACTERS = 240;
    private static final int MAX_TITLE = 80;
    private static final int QUARTERS = 4;
    /** A number of up to three digits, a point, a space and the end of the line. */
    private static final String NUMBER = "000. \n";

    private static final Pattern BREAKS = Pattern.compile("[\\p{Cntrl}\\s\\u0085\\u2028\\u2029]+");
    /** Invisible characters, except the two joiners that some scripts need. */
    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cf}&&[^\\u200c\\u200d]]+");

    private final List<Candidate> shown = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private final String text;
    private final int known;
    private final int tokenBudget;

    /**
     * A relation offered to the model.
     *
     * @param title the title of the passage that it leads to
     * @param rank the rank of that passage, from 0
     * @param passageScore the score of that passage, higher is better
     */
    record Candidate(Relation relation, String title, int rank, double passageScore) {
        Plausibility.RankedPassage rankedPassage() {
            return new Plausibility.RankedPassage(rank, passageScore);
        }
    }

    /**
     * Creates the list of the candidates that fit, grouped by title, in the order of their
     * passages.
     *
     * @param bestFirst the candidates in order of preference; one too long for the remaining budget
     *     is skipped, the first is always taken
     * @param tokenBudget maximum tokens of the list, estimated
     */
    CandidateList(List<Candidate> bestFirst, int tokenBudget) {
        this.known = bestFirst.size();
        this.tokenBudget = tokenBudget;
        Map<String, TitleGroup> groups = new LinkedHashMap<>();
        taken(bestFirst, tokenBudget).stream()
                .sorted(Comparator.comparingInt(Candidate::rank))
                .forEach(candidate -> groups.computeIfAbsent(title(candidate), TitleGroup::new)
                        .add(candidate));
        StringBuilder all = new StringBuilder();
        groups.values().stream().filter(TitleGroup::headed).forEach(group -> {
            all.append(heading(group.title));
            group.candidates.forEach(candidate -> append(candidate, line(candidate, group.title), all));
        });
        List<Candidate> alone = groups.values().stream()
                .filter(group -> !group.headed())
                .flatMap(group -> group.candidates.stream())
                .toList();
        if (!all.isEmpty() && !alone.isEmpty()) {
            all.append(heading(""));
        }
        alone.forEach(candidate -> append(candidate, line(candidate, ""), all));
        this.text = all.toString();
    }

    private void append(Candidate candidate, String line, StringBuilder all) {
        shown.add(candidate);
        lines.add(line);
        all.append(shown.size()).append(". ").append(line).append('\n');
    }

    /** The candidates of one title with their size, in quarters of a token. */
    private static final class TitleGroup {
        private final String title;
        private final List<Candidate> candidates = new ArrayList<>();
        private int whole;
        private int shortened;

        TitleGroup(String title) {
            this.title = title;
        }

        /** Returns true if the candidates are listed under their title. */
        boolean headed() {
            return headed(candidates.size());
        }

        private boolean headed(int count) {
            return count > 1 && !title.isEmpty();
        }

        void add(Candidate candidate) {
            candidates.add(candidate);
            whole += cost(candidate, "");
            shortened += cost(candidate, title);
        }

        int cost() {
            return headed() ? shortened + TokenEstimator.quarters(heading(title)) : whole;
        }

        /** Returns the cost with one more candidate, in quarters of a token. */
        int costWith(Candidate candidate) {
            return headed(candidates.size() + 1)
                    ? shortened + cost(candidate, title) + TokenEstimator.quarters(heading(title))
                    : whole + cost(candidate, "");
        }

        private static int cost(Candidate candidate, String title) {
            return TokenEstimator.quarters(line(candidate, title)) + NUMBER.length();
        }
    }

    private static List<Candidate> taken(List<Candidate> bestFirst, int tokenBudget) {
        List<Candidate> taken = new ArrayList<>();
        Map<String, TitleGroup> groups = new LinkedHashMap<>();
        long left = (long) QUARTERS * tokenBudget - TokenEstimator.quarters(heading(""));
        for (Candidate candidate : bestFirst) {
            TitleGroup group = groups.computeIfAbsent(title(candidate), TitleGroup::new);
            int cost = group.costWith(candidate) - group.cost();
            if (cost <= left || taken.isEmpty()) {
                taken.add(candidate);
                group.add(candidate);
                left -= cost;
            }
        }
        return taken;
    }

    private static String heading(String title) {
        return title.isEmpty() ? "#\n" : "# " + title + "\n";
    }

    private static String title(Candidate candidate) {
        return oneLine(candidate.title(), MAX_TITLE);
    }

    /** Returns the relation's text, without a title that it begins with. */
    private static String line(Candidate candidate, String title) {
        String line = oneLine(candidate.relation().text(), MAX_CHARACTERS);
        String bare = title.replaceFirst("(?<!\\s)\\s*+\\([^()]*+\\)$", "");
        boolean begins = !bare.isEmpty()
                && line.length() > bare.length()
                && line.regionMatches(true, 0, bare, 0, bare.length())
                && !Character.isLetterOrDigit(line.codePointAt(bare.length()));
        String rest = begins ? line.substring(bare.length()).strip() : line;
        return rest.isEmpty() ? line : rest;
    }

    /** Returns a document's text as one line, cut to {@code limit} UTF-16 units and three dots. */
    static String oneLine(String text, int limit) {
        String line = UNSEEN.matcher(BREAKS.matcher(text).replaceAll(" ")).replaceAll("");
        line = line.replace('<', '‹').replace('>', '›').strip();
        return TextTruncation.withEllipsis(line, limit);
    }

    @Override
    public List<Item> items() {
        return Item.numbered(relations());
    }

    /** Returns a remark if some candidates did not fit. */
    @Override
    public List<String> remarks() {
        return shown.size() == known
                ? List.of()
                : List.of(shown.size() + " of " + known + " candidates fit into the rerank prompt (candidateTokens "
                        + tokenBudget + ")");
    }

    /** Returns the relations shown; number n is at index n - 1. */
    public List<Relation> relations() {
        return shown.stream().map(Candidate::relation).toList();
    }

    /** Returns the candidates shown, with their passages. */
    List<Candidate> candidates() {
        return shown;
    }

    /** Returns the lines of the relations; number n is at index n - 1. */
    List<String> lines() {
        return lines;
    }

    /** Returns the number of candidates, including candidates that did not fit. */
    public int count() {
        return known;
    }

    /** Returns the list as shown in the prompt. */
    public String text() {
        return text;
    }

    /** Returns the estimated tokens of the list. */
    public int tokens() {
        return TokenEstimator.estimate(text);
    }
}
