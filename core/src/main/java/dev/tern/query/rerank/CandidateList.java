package dev.tern.query.rerank;

import dev.tern.graph.Relation;
import dev.tern.model.Tokens;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Candidates as the chat model sees them: under the titles of their passages, which are not repeated, numbered from 1,
 * within a budget of tokens.
 *
 * <pre>
 *   # Emil Marr
 *   1. taught surveying
 *   2. wrote two books
 *   # Lena Marr
 *   3. built the Vale bridge
 * </pre>
 *
 * <p>What strangers wrote is data: it takes one line, whatever is in it, a line of theirs never begins one, and it holds no
 * angle bracket that could end the fence around the list.
 */
public final class CandidateList {
    private static final int MAX_CHARACTERS = 240;
    private static final int MAX_TITLE = 80;
    private static final int QUARTERS = 4;
    /** For a number of up to three digits, a point, a space and the end of the line. */
    private static final String NUMBER = "000. \n";

    private static final Pattern BREAKS = Pattern.compile("[\\p{Cntrl}\\s\\u0085\\u2028\\u2029]+");
    /** Characters that are not seen, but for the two joiners that some scripts need. */
    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cf}&&[^\\u200c\\u200d]]+");

    private final List<Candidate> shown = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private final String text;
    private final int known;

    /**
     * A candidate.
     *
     * @param relation what is offered
     * @param title the title of the passage that it leads to
     * @param rank the rank of that passage, from 0
     */
    record Candidate(Relation relation, String title, int rank) {}

    /**
     * The list of the candidates that fit, those of one passage together, passages in their order.
     *
     * @param bestFirst the candidates in the order in which they are taken while the budget lasts; one that is too long for
     *     what is left gives way to those behind it, and the first is taken whatever its length
     * @param tokenBudget the most tokens of the list, estimated
     */
    CandidateList(List<Candidate> bestFirst, int tokenBudget) {
        this.known = bestFirst.size();
        Map<String, List<Candidate>> byTitle = new LinkedHashMap<>();
        taken(bestFirst, tokenBudget).stream()
                .sorted(Comparator.comparingInt(Candidate::rank))
                .forEach(candidate -> byTitle.computeIfAbsent(title(candidate), title -> new ArrayList<>())
                        .add(candidate));
        StringBuilder all = new StringBuilder();
        byTitle.forEach((title, candidates) -> {
            if (!title.isEmpty() || !all.isEmpty()) {
                all.append(heading(title));
            }
            for (Candidate candidate : candidates) {
                shown.add(candidate);
                lines.add(line(candidate));
                all.append(shown.size()).append(". ").append(lines.getLast()).append('\n');
            }
        });
        this.text = all.toString();
    }

    private static List<Candidate> taken(List<Candidate> bestFirst, int tokenBudget) {
        List<Candidate> taken = new ArrayList<>();
        Map<String, Boolean> titles = new LinkedHashMap<>();
        long left = (long) QUARTERS * tokenBudget;
        for (Candidate candidate : bestFirst) {
            String title = title(candidate);
            int cost = Tokens.quarters(line(candidate)) + NUMBER.length();
            cost += titles.containsKey(title) ? 0 : Tokens.quarters(heading(title));
            if (cost <= left || taken.isEmpty()) {
                taken.add(candidate);
                titles.put(title, true);
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

    /** What the relation says, without the title where it begins with it. */
    private static String line(Candidate candidate) {
        String line = oneLine(candidate.relation().text(), MAX_CHARACTERS);
        String title = title(candidate).replaceFirst("\\s*\\([^()]*\\)$", "");
        boolean begins = !title.isEmpty()
                && line.length() > title.length()
                && line.regionMatches(true, 0, title, 0, title.length())
                && !Character.isLetterOrDigit(line.codePointAt(title.length()));
        String rest = begins ? line.substring(title.length()).strip() : line;
        return rest.isEmpty() ? line : rest;
    }

    /** A text of a stranger's, as one line. */
    static String oneLine(String text, int limit) {
        String line = UNSEEN.matcher(BREAKS.matcher(text).replaceAll(" ")).replaceAll("");
        line = line.replace('<', '‹').replace('>', '›').strip();
        return line.length() <= limit
                ? line
                : line.substring(0, Character.isHighSurrogate(line.charAt(limit - 1)) ? limit - 1 : limit) + "...";
    }

    /** The relations that are shown; number n is at index n - 1. */
    public List<Relation> shown() {
        return shown.stream().map(Candidate::relation).toList();
    }

    /** What stands behind each number. */
    List<String> lines() {
        return lines;
    }

    /** How many candidates there were to choose from. */
    public int known() {
        return known;
    }

    /** The list as it stands in the prompt. */
    public String text() {
        return text;
    }

    /** The tokens of the list, estimated as the budget is. */
    public int tokens() {
        return Tokens.estimate(text);
    }
}
