package dev.tern.query.choose;

import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.model.Tokens;
import dev.tern.store.Words;
import dev.tern.text.Sentences;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * What a passage says, in one line of a bounded length: its sentences in their order, and where not all fit, those first that
 * carry a chosen statement, then those that carry another.
 */
final class Excerpt {
    /** The most sentences of a passage that are looked at. */
    private static final int MAX_SENTENCES = 200;

    private static final String LEFT_OUT = " … ";

    private Excerpt() {}

    /**
     * What is shown of a passage.
     *
     * @param chosen the keys of the relations that are wanted before others
     * @param quarters the most it may take, in {@linkplain Tokens#quarters quarters of a token}
     */
    static String of(Passage passage, Set<String> chosen, int quarters) {
        String whole = CandidateList.oneLine(passage.text(), Integer.MAX_VALUE);
        if (Tokens.quarters(whole) <= quarters) {
            return whole;
        }
        List<String> sentences = Sentences.of(passage.text()).stream()
                .limit(MAX_SENTENCES)
                .map(sentence -> CandidateList.oneLine(sentence, Integer.MAX_VALUE))
                .toList();
        Set<Integer> taken = new TreeSet<>();
        int left = quarters - Tokens.quarters(LEFT_OUT);
        for (int place : byUse(passage, chosen, sentences)) {
            int cost = Tokens.quarters(sentences.get(place)) + Tokens.quarters(LEFT_OUT);
            if (cost <= left) {
                taken.add(place);
                left -= cost;
            } else if (taken.isEmpty()) {
                return cut(sentences.get(place), quarters);
            }
        }
        return joined(taken, sentences);
    }

    private static String joined(Set<Integer> taken, List<String> sentences) {
        StringBuilder line = new StringBuilder();
        int before = -1;
        for (int place : taken) {
            line.append(place == before + 1 ? (line.isEmpty() ? "" : " ") : LEFT_OUT)
                    .append(sentences.get(place));
            before = place;
        }
        return line.append(before == sentences.size() - 1 ? "" : LEFT_OUT)
                .toString()
                .strip();
    }

    /** The beginning of a text that takes no more than so much; all of it, if it does not. */
    static String cut(String sentence, int quarters) {
        if (Tokens.quarters(sentence) <= quarters) {
            return sentence;
        }
        int end = 0;
        int left = quarters - Tokens.quarters(LEFT_OUT);
        while (end < sentence.length() && left > 0) {
            int next = sentence.offsetByCodePoints(end, 1);
            left -= Tokens.quarters(sentence.substring(end, next));
            end = left >= 0 ? next : end;
        }
        return sentence.substring(0, end).strip() + LEFT_OUT.stripTrailing();
    }

    /** The places of the sentences in the order in which they are taken. */
    private static List<Integer> byUse(Passage passage, Set<String> chosen, List<String> sentences) {
        List<Set<String>> words = sentences.stream()
                .map(sentence -> Set.copyOf(Words.of(sentence)))
                .toList();
        Set<Integer> chosenOnes = new TreeSet<>();
        Set<Integer> stating = new TreeSet<>();
        for (Statement statement : passage.statements()) {
            (chosen.contains(statement.relationKey()) ? chosenOnes : stating).add(sayer(statement, words));
        }
        List<Integer> order = new ArrayList<>(chosenOnes);
        stating.stream().filter(place -> !chosenOnes.contains(place)).forEach(order::add);
        Set<Integer> before = new HashSet<>(order);
        IntStream.range(0, sentences.size())
                .filter(place -> !before.contains(place))
                .forEach(order::add);
        return order;
    }

    /** The sentence that shares most words with a statement, the first of several. */
    private static int sayer(Statement statement, List<Set<String>> sentences) {
        Set<String> wanted = Set.copyOf(Words.of(statement.text()));
        int best = 0;
        long most = -1;
        for (int place = 0; place < sentences.size(); place++) {
            long shared = wanted.stream().filter(sentences.get(place)::contains).count();
            if (shared > most) {
                most = shared;
                best = place;
            }
        }
        return best;
    }
}
