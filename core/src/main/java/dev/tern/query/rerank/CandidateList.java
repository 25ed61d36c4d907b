package dev.tern.query.rerank;

import dev.tern.graph.Relation;
import dev.tern.model.Tokens;
import java.util.ArrayList;
import java.util.List;

/** Candidates as the chat model sees them: numbered from 1, within a budget of tokens. */
final class CandidateList {
    private static final int TOKENS_OF_A_NUMBER = 4;
    private static final int MAX_CHARACTERS = 600;

    private final List<Relation> shown = new ArrayList<>();
    private final StringBuilder lines = new StringBuilder();

    /**
     * The list of the first candidates that fit.
     *
     * @param tokenBudget the most estimated tokens of all lines; the first candidate is shown whatever its length
     */
    CandidateList(List<Relation> candidates, int tokenBudget) {
        int left = tokenBudget;
        for (Relation candidate : candidates) {
            String text = oneLine(candidate.text());
            left -= Tokens.estimate(text) + TOKENS_OF_A_NUMBER;
            if (left < 0 && !shown.isEmpty()) {
                break;
            }
            shown.add(candidate);
            lines.append('[').append(shown.size()).append("] ").append(text).append('\n');
        }
    }

    /** A candidate is data from a stranger: one line each, so that none can look like another or like an instruction block. */
    private static String oneLine(String text) {
        String line = text.replaceAll("\\p{Cntrl}+", " ").replaceAll("[\\u2028\\u2029]", " ");
        return line.length() <= MAX_CHARACTERS ? line : line.substring(0, MAX_CHARACTERS) + "...";
    }

    /** The candidates that are shown; number n is at index n - 1. */
    List<Relation> shown() {
        return shown;
    }

    String lines() {
        return lines.toString();
    }
}
