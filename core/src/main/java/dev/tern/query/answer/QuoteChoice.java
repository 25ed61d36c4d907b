package dev.tern.query.answer;

import dev.tern.graph.NameSpans;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Statement;
import dev.tern.model.TextEmbedder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Chooses what to quote: of the sentences that promise most the one, two or three that are worth most together.
 *
 * <p>A sentence is worth the share of the question's words that it holds, by their rarity, its nearness to the question, the place of
 * its passage, and a little more if it says what one of the first relations of its passage says; so much less for being a
 * sentence more to read. Together they are worth what each is worth, and three times the share of the question that one of them holds: the
 * quotes of a question over two passages are to cover both of its halves. They are worth more if one leads to another: it speaks of
 * what is asked about, and a name in it stands in a sentence of another passage, the second of two hops. What holds no asked word
 * and carries no relation is not quoted for itself.
 *
 * <p>A sentence that begins with a pronoun comes with the sentence before it that names whom. First comes what
 * answers: the second of two hops, or else the quote that holds most of the question.
 */
final class QuoteChoice {
    private static final int MOST_QUOTED = 3;
    private static final int MOST_COMPARED = 16;
    private static final int MOST_EMBEDDED = 24;
    private static final int RELATIONS_A_PASSAGE = 3;
    /** The share of a relation's words that a sentence holds which says it. */
    private static final double SAYS = 0.75;

    /** What a name that is asked about brings to the fit of quotes that hold it. */
    private static final double NAMED = 0.2;

    private static final double NEARNESS = 0.3;
    private static final double PLACE = 0.4;
    private static final double RELATION = 0.1;
    private static final double TO_READ = 0.5;
    private static final double TOGETHER = 3;
    /** What a sentence brings that a name leads to from one about what is asked about: the second of two hops. */
    private static final double LED = 0.3;

    /** What puts the second hop before the first, though it holds less of the question. */
    private static final double SECOND_HOP = 1;

    private static final Comparator<Quotable> IN_ORDER =
            Comparator.comparingInt(Quotable::passage).thenComparingInt(Quotable::place);

    private final AskedWords asked;
    private final List<Quotable> sentences;
    private final List<Set<String>> titles;
    private final Map<Quotable, Set<String>> words = new HashMap<>();
    private final Map<Quotable, Set<String>> names = new HashMap<>();
    private final Map<Quotable, Double> relations = new HashMap<>();
    private final Map<Quotable, Merit> merits = new HashMap<>();
    private final Map<Quotable, Optional<Quotable>> antecedents = new HashMap<>();
    private final Map<String, Double> weights;
    private final Nearness nearness;

    /**
     * What a sentence brings to every choice that it is in: there are hundreds.
     *
     * @param asked the words of the question that it or its title holds
     * @param isNamed whether it names what is asked about
     * @param isNamedWithTitle whether it or its title does
     */
    private record Merit(double worth, Set<String> asked, boolean isNamed, boolean isNamedWithTitle) {}

    QuoteChoice(String question, AskedWords asked, List<Passage> passages, List<Relation> led, TextEmbedder embedder) {
        this.asked = asked;
        sentences = Quotable.of(passages);
        titles = passages.stream().map(passage -> asked.of(passage.title())).toList();
        sentences.forEach(sentence -> words.put(sentence, asked.of(sentence.text())));
        for (int i = 0; i < passages.size(); i++) {
            for (Statement statement : passages.get(i).statements()) {
                state(i, statement);
            }
        }
        weights = asked.weights(words.values());
        for (int i = 0; i < passages.size(); i++) {
            String id = passages.get(i).id();
            relate(
                    i,
                    led.stream()
                            .filter(relation -> relation.mentions().stream()
                                    .anyMatch(mention -> mention.passageId().equals(id)))
                            .limit(RELATIONS_A_PASSAGE)
                            .toList());
        }
        List<Quotable> promising = sentences.stream()
                .sorted(Comparator.comparingDouble(sentence -> -held(words(sentence))))
                .limit(MOST_EMBEDDED)
                .toList();
        nearness = new Nearness(question, promising, embedder);
    }

    /** Adds the words of a statement to those of the sentence that says it: of those with a name of it, the one that holds most of it. */
    private void state(int passage, Statement statement) {
        Set<String> named = asked.of(String.join(" ", statement.entities()));
        named.removeAll(titles.get(passage));
        Set<String> said = asked.of(statement.text());
        sentences.stream()
                .filter(sentence -> sentence.passage() == passage && shares(words(sentence), named))
                .max(Comparator.comparingLong(sentence ->
                        said.stream().filter(words(sentence)::contains).count()))
                .ifPresent(sentence -> words(sentence).addAll(said));
    }

    /** Finds the sentences of a passage that say what the first relations of it say, not counting its title. */
    private void relate(int passage, List<Relation> first) {
        double value = 1;
        for (Relation relation : first) {
            Set<String> said = asked.of(relation.text());
            said.removeAll(titles.get(passage));
            for (Quotable sentence : sentences) {
                if (sentence.passage() == passage) {
                    long shared =
                            said.stream().filter(words(sentence)::contains).count();
                    if (shared > 0 && shared >= SAYS * said.size()) {
                        relations.merge(sentence, value, Math::max);
                    }
                }
            }
            value /= 2;
        }
    }

    private Set<String> words(Quotable sentence) {
        return words.getOrDefault(sentence, Set.of());
    }

    /** The words of some sentences. */
    private Set<String> words(Collection<Quotable> some) {
        Set<String> all = new HashSet<>();
        some.forEach(sentence -> all.addAll(words(sentence)));
        return all;
    }

    /** The words of some sentences and of the titles over them. */
    private Set<String> wordsWithTitles(Collection<Quotable> some) {
        Set<String> all = words(some);
        some.forEach(sentence -> all.addAll(titles.get(sentence.passage())));
        return all;
    }

    /** The share of the question that some words hold, by rarity. */
    private double held(Set<String> some) {
        return weights.entrySet().stream()
                .filter(word -> some.contains(word.getKey()))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    private Merit merit(Quotable sentence) {
        return merits.computeIfAbsent(sentence, absent -> {
            Set<String> withTitle = wordsWithTitles(List.of(sentence));
            Set<String> held = new HashSet<>(weights.keySet());
            held.retainAll(withTitle);
            return new Merit(worth(sentence), held, asked.named(words(sentence)), asked.named(withTitle));
        });
    }

    /** What is quoted, the answer first; empty if no sentence holds an asked word or carries a relation. */
    List<Quote> quotes() {
        List<Quotable> compared = sentences.stream()
                .filter(sentence -> held(words(sentence)) > 0 || relations.containsKey(sentence))
                .sorted(Comparator.comparingDouble(sentence -> -merit(sentence).worth()))
                .limit(MOST_COMPARED)
                .toList();
        NavigableSet<Quotable> best =
                best(compared, 0, new Choice(new TreeSet<>(IN_ORDER), 0)).sentences();
        Map<Integer, List<Quotable>> byPassage = new TreeMap<>();
        best.forEach(sentence -> byPassage
                .computeIfAbsent(sentence.passage(), absent -> new ArrayList<>())
                .add(sentence));
        List<Quote> quotes = byPassage.values().stream().map(Quote::new).toList();
        return quotes.stream()
                .sorted(Comparator.comparingDouble(quote -> -answering(quote, best)))
                .toList();
    }

    /** The best of all choices that begin with some sentences and go on with those from a place on. */
    private Choice best(List<Quotable> compared, int from, Choice chosen) {
        Choice best = chosen;
        for (int i = from; i < compared.size(); i++) {
            NavigableSet<Quotable> more = new TreeSet<>(chosen.sentences());
            more.add(compared.get(i));
            antecedent(compared.get(i)).ifPresent(more::add);
            if (more.size() <= MOST_QUOTED) {
                Choice found = best(compared, i + 1, new Choice(more, together(more)));
                best = found.worth() > best.worth() ? found : best;
            }
        }
        return best;
    }

    /** Sentences, and what they are worth together. */
    private record Choice(NavigableSet<Quotable> sentences, double worth) {}

    private double together(NavigableSet<Quotable> chosen) {
        List<Merit> all = chosen.stream().map(this::merit).toList();
        double worth =
                all.stream().mapToDouble(merit -> merit.worth() - TO_READ).sum();
        // Adds up as the sum of a stream does.
        DoubleSummaryStatistics held = new DoubleSummaryStatistics();
        for (Map.Entry<String, Double> word : weights.entrySet()) {
            for (Merit merit : all) {
                if (merit.asked().contains(word.getKey())) {
                    held.accept(word.getValue());
                    break;
                }
            }
        }
        return worth
                + TOGETHER * held.getSum()
                + (chosen.stream().anyMatch(sentence -> isLedTo(sentence, chosen)) ? LED : 0);
    }

    /** Whether a sentence does not speak of the names asked about, but shares a name with one of another passage that does. */
    private boolean isLedTo(Quotable sentence, Collection<Quotable> all) {
        return !merit(sentence).isNamed()
                && all.stream()
                        .anyMatch(other -> other.passage() != sentence.passage()
                                && merit(other).isNamedWithTitle()
                                && shares(names(other), names(sentence)));
    }

    private static boolean shares(Set<String> some, Set<String> others) {
        return some.stream().anyMatch(others::contains);
    }

    /** The words of the names in a sentence. */
    private Set<String> names(Quotable sentence) {
        return names.computeIfAbsent(sentence, absent -> {
            Set<String> words = new HashSet<>();
            NameSpans.capitalised(sentence.text()).forEach(name -> words.addAll(asked.of(name.text())));
            return words;
        });
    }

    private double worth(Quotable sentence) {
        return held(words(sentence))
                + NEARNESS * nearness.of(sentence)
                + PLACE / (1 + sentence.passage())
                + RELATION * relations.getOrDefault(sentence, 0.0);
    }

    /**
     * For a sentence that begins with a pronoun the sentence with what the pronoun stands for: the nearest before it that has a name, or
     * where none has, as in scripts without capitals, the nearest.
     */
    private Optional<Quotable> antecedent(Quotable sentence) {
        return antecedents.computeIfAbsent(sentence, this::findAntecedent);
    }

    private Optional<Quotable> findAntecedent(Quotable sentence) {
        if (!Pronouns.open(sentence.text())) {
            return Optional.empty();
        }
        List<Quotable> before = sentences.stream()
                .filter(other -> other.passage() == sentence.passage() && other.place() < sentence.place())
                .filter(other -> !Pronouns.open(other.text()))
                .sorted(IN_ORDER.reversed())
                .toList();
        return before.stream()
                .filter(other -> !NameSpans.capitalised(other.text()).isEmpty())
                .findFirst()
                .or(() -> before.stream().findFirst());
    }

    private double answering(Quote quote, Collection<Quotable> quoted) {
        boolean secondHop = quote.sentences().stream().anyMatch(sentence -> isLedTo(sentence, quoted));
        return held(words(quote.sentences())) + (secondHop ? SECOND_HOP : 0);
    }

    /** The words of quotes, of the statements that they make and of the titles over them. */
    Set<String> said(List<Quote> quotes) {
        return wordsWithTitles(
                quotes.stream().flatMap(quote -> quote.sentences().stream()).toList());
    }

    /**
     * How well quotes fit the question: the share of it that they hold, 0 to 1, the standing of the nearest sentence, and a gain
     * where they name what is asked about.
     */
    double fit(List<Quote> quotes) {
        Set<String> here = said(quotes);
        return asked.found(here) + nearness.standing() + (asked.named(here) ? NAMED : 0);
    }
}
