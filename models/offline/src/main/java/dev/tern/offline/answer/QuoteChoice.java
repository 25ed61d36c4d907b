package dev.tern.offline.answer;

import dev.tern.graph.NameSpans;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Statement;
import dev.tern.model.TextEmbedder;
import dev.tern.text.Language;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Chooses the quotes: at most three sentences with the highest joint worth.
 *
 * <p>The worth of a sentence is the share of the question's words in it, weighted by rarity, plus
 * its nearness to the question, a value for the rank of its passage, and gains for an answer of the
 * asked kind and for one of the first relations of its passage. The joint worth is the sum, minus a
 * fixed cost for each sentence, plus three times the share of the question's words that the
 * sentences contain together, since a question over two passages needs quotes for both halves. It
 * is higher if one sentence leads to another, the second of two hops. A sentence with neither an
 * asked word nor a relation is quoted only as the antecedent of another.
 *
 * <p>A sentence that begins with a pronoun is quoted with the previous sentence that names its
 * subject. Quotes are ordered by the question's words in them, with gains for the second of two
 * hops, for an answer of the asked kind, more beside the question's first word, and for nearness.
 */
final class QuoteChoice {
    private static final int MAX_QUOTED = 3;
    private static final int MAX_COMPARED = 16;
    private static final int MAX_EMBEDDED = 24;
    private static final int MAX_RELATIONS_PER_PASSAGE = 3;
    /** The minimum share of a relation's words in a sentence that states the relation. */
    private static final double STATED_SHARE = 0.75;

    private static final double RELATION = 0.1;
    /** The gain in fit of quotes with an asked name. */
    private static final double NAMED = 0.2;

    private static final double NEARNESS = 0.3;
    private static final double PASSAGE_RANK = 0.4;
    private static final double READING_WEIGHT = 0.5;
    private static final double COVERAGE_WEIGHT = 3;
    private static final double SHARED_NAME_GAIN = 0.3;
    /** The gain that puts the second hop first, though it covers less of the question. */
    private static final double SECOND_HOP = 1;

    private static final double ANSWERS = 0.3;
    /** The weights to order quotes: asked kind, beside the question's first word, nearness. */
    private static final double ANSWERS_FIRST = 0.5;

    private static final double ANSWERS_ASKED = 0.7;
    private static final double NEAR_FIRST = 0.3;
    /** The factor of nearness in passages of another language than the question. */
    private static final double FOREIGN = 3;

    private static final Comparator<QuotablePart> IN_ORDER =
            Comparator.comparingInt(QuotablePart::passage).thenComparingInt(QuotablePart::index);

    private final ContentWords asked;
    private final AnswerKind kind;
    private final List<QuotablePart> sentences;
    private final List<Set<String>> titles;
    private final Map<String, Set<String>> headingWords = new HashMap<>();
    /** The words of each sentence. */
    private final Map<QuotablePart, Set<String>> own = new HashMap<>();
    /** The words of each sentence and of its statements. */
    private final Map<QuotablePart, Set<String>> words = new HashMap<>();

    private final Map<QuotablePart, Set<String>> names = new HashMap<>();
    private final Map<QuotablePart, Double> relations = new HashMap<>();
    private final Map<QuotablePart, Merit> merits = new HashMap<>();
    private final Map<QuotablePart, Optional<QuotablePart>> antecedents = new HashMap<>();
    private final Map<QuotablePart, Set<QuotablePart>> leading = new HashMap<>();
    private Set<QuotablePart> choosable = Set.of();
    private final Map<String, Double> weights;
    private final SentenceNearness nearness;
    private final Set<Integer> foreign = new HashSet<>();

    /**
     * The properties of a sentence, computed once for hundreds of choices.
     *
     * @param asked the words of the question in the sentence or its headings
     * @param isNamed true if the sentence or its antecedent has an asked name
     * @param isNamedWithTitle true if the sentence or its headings have an asked name
     * @param answers true if the sentence has an answer of the asked kind
     * @param likeness -1 for a question, 1 for an answer of the asked kind with an asked word, else 0
     */
    private record Merit(
            double worth,
            Set<String> asked,
            boolean isNamed,
            boolean isNamedWithTitle,
            boolean answers,
            double likeness) {}

    QuoteChoice(
            String question, ContentWords asked, List<Passage> passages, List<Relation> led, TextEmbedder embedder) {
        this.asked = asked;
        sentences = QuotablePart.of(passages);
        titles = passages.stream().map(passage -> asked.of(passage.title())).toList();
        kind = new AnswerKind(question, asked);
        Language language = Language.of(question);
        for (int i = 0; i < passages.size(); i++) {
            if (Language.of(passages.get(i).text()) != language) {
                foreign.add(i);
            }
        }
        sentences.forEach(sentence -> own.put(sentence, asked.of(sentence.text())));
        own.forEach((sentence, said) -> words.put(sentence, new HashSet<>(said)));
        // A row of a table is about the title above the table, too.
        sentences.stream()
                .filter(sentence -> sentence.isRow())
                .forEach(row -> words(row).addAll(titles.get(row.passage())));
        sentences.forEach(sentence -> headingWords.computeIfAbsent(sentence.headings(), asked::of));
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
                            .filter(relation -> isStated(relation, id))
                            .limit(MAX_RELATIONS_PER_PASSAGE)
                            .toList());
        }
        List<QuotablePart> promising = sentences.stream()
                .sorted(Comparator.comparingDouble(sentence -> -coveredShare(words(sentence))))
                .limit(MAX_EMBEDDED)
                .toList();
        nearness = new SentenceNearness(question, promising, embedder);
    }

    /** Adds a statement's words to the sentence that has one of its names and most of its words. */
    private void state(int passage, Statement statement) {
        Set<String> named = asked.of(String.join(" ", statement.entities()));
        named.removeAll(titles.get(passage));
        Set<String> said = asked.of(statement.text());
        sentences.stream()
                .filter(sentence -> sentence.passage() == passage && !Collections.disjoint(words(sentence), named))
                .filter(sentence -> !sentence.isRow()
                        || words(sentence)
                                .containsAll(asked.of(statement.entities().getFirst())))
                .max(Comparator.comparingLong(sentence ->
                        said.stream().filter(words(sentence)::contains).count()))
                .ifPresent(sentence -> words(sentence).addAll(said));
    }

    static boolean isStated(Relation relation, String passage) {
        return relation.mentions().stream()
                .anyMatch(mention -> mention.passageId().equals(passage));
    }

    /** Rates sentences of a passage 1, ½ or ¼ if they state its first, second or third relation. */
    private void relate(int passage, List<Relation> first) {
        double value = 1;
        for (Relation relation : first) {
            Set<String> said = asked.of(relation.text());
            said.removeAll(titles.get(passage));
            for (QuotablePart sentence : sentences) {
                long shared = said.stream().filter(words(sentence)::contains).count();
                if (sentence.passage() == passage && shared > 0 && shared >= STATED_SHARE * said.size()) {
                    relations.merge(sentence, value, Math::max);
                }
            }
            value /= 2;
        }
    }

    private Set<String> own(QuotablePart sentence) {
        return own.getOrDefault(sentence, Set.of());
    }

    private Set<String> words(QuotablePart sentence) {
        return words.getOrDefault(sentence, Set.of());
    }

    private Set<String> words(Collection<QuotablePart> some) {
        return some.stream().map(this::words).collect(HashSet::new, Set::addAll, Set::addAll);
    }

    /** Returns the words of some sentences and of the headings above them. */
    private Set<String> wordsWithTitles(Collection<QuotablePart> some) {
        Set<String> all = words(some);
        some.forEach(sentence -> all.addAll(headingWords.getOrDefault(sentence.headings(), Set.of())));
        return all;
    }

    /** Returns the sum of the weights of the question's words in {@code some}, 0 to 1. */
    private double coveredShare(Set<String> some) {
        return weights.entrySet().stream()
                .filter(word -> some.contains(word.getKey()))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    private Merit merit(QuotablePart sentence) {
        return merits.computeIfAbsent(sentence, absent -> {
            Set<String> withTitle = wordsWithTitles(List.of(sentence));
            Set<String> held = new HashSet<>(weights.keySet());
            held.retainAll(withTitle);
            boolean named = asked.hasAskedName(own(sentence))
                    || (sentence.isRow() && asked.hasAskedName(titles.get(sentence.passage())))
                    || antecedent(sentence)
                            .filter(before -> asked.hasAskedName(own(before)))
                            .isPresent();
            boolean answers = kind.isIn(sentence.text());
            double likeness =
                    AnswerKind.asks(sentence.text()) ? -1 : coveredShare(words(sentence)) > 0 && answers ? 1 : 0;
            return new Merit(score(sentence, likeness), held, named, asked.hasAskedName(withTitle), answers, likeness);
        });
    }

    /** Returns the quotes, the answer first; empty if no choice has a positive joint worth. */
    List<Quote> quotes() {
        List<QuotablePart> compared = sentences.stream()
                .filter(sentence -> coveredShare(words(sentence)) > 0 || relations.containsKey(sentence))
                .sorted(Comparator.comparingDouble(sentence -> -merit(sentence).worth()))
                .limit(MAX_COMPARED)
                .toList();
        choosable = new HashSet<>(compared);
        compared.forEach(sentence -> antecedent(sentence).ifPresent(choosable::add));
        NavigableSet<QuotablePart> best =
                best(compared, 0, new QuoteSet(new TreeSet<>(IN_ORDER), 0)).sentences();
        // A sentence that begins with a pronoun is quoted after the one that names its subject.
        Map<QuotablePart, List<QuotablePart>> groups = new TreeMap<>(IN_ORDER);
        best.forEach(sentence -> groups.computeIfAbsent(
                        antecedent(sentence).filter(best::contains).orElse(sentence), absent -> new ArrayList<>())
                .add(sentence));
        List<Quote> quotes = groups.values().stream().map(Quote::new).toList();
        return quotes.stream()
                .sorted(Comparator.comparingDouble(quote -> -answering(quote, best)))
                .toList();
    }

    /** Returns the best of {@code chosen} and its extensions by sentences from an index on. */
    private QuoteSet best(List<QuotablePart> compared, int from, QuoteSet chosen) {
        QuoteSet best = chosen;
        for (int i = from; i < compared.size(); i++) {
            NavigableSet<QuotablePart> more = new TreeSet<>(chosen.sentences());
            more.add(compared.get(i));
            antecedent(compared.get(i)).ifPresent(more::add);
            if (more.size() <= MAX_QUOTED) {
                QuoteSet found = best(compared, i + 1, new QuoteSet(more, together(more)));
                best = found.worth() > best.worth() ? found : best;
            }
        }
        return best;
    }

    /** Sentences and their joint worth. */
    private record QuoteSet(NavigableSet<QuotablePart> sentences, double worth) {}

    private double together(NavigableSet<QuotablePart> chosen) {
        List<Merit> all = chosen.stream().map(this::merit).toList();
        double worth = all.stream()
                .mapToDouble(merit -> merit.worth() - READING_WEIGHT)
                .sum();
        Set<String> held = new HashSet<>();
        all.forEach(merit -> held.addAll(merit.asked()));
        boolean leads = chosen.stream().anyMatch(one -> !Collections.disjoint(leading(one), chosen));
        return worth + COVERAGE_WEIGHT * coveredShare(held) + (leads ? SHARED_NAME_GAIN : 0);
    }

    /** Returns the sentences that {@link #leads lead} to a sentence. */
    private Set<QuotablePart> leading(QuotablePart sentence) {
        return leading.computeIfAbsent(
                sentence,
                absent -> choosable.stream()
                        .filter(other -> leads(other, sentence))
                        .collect(Collectors.toSet()));
    }

    /** Returns true if a name joins a sentence without asked names to one that has them. */
    private boolean leads(QuotablePart other, QuotablePart sentence) {
        return !merit(sentence).isNamed()
                && !other.equals(sentence)
                && merit(other).isNamedWithTitle()
                && areLinked(other, sentence)
                && (other.passage() != sentence.passage()
                        || (merit(sentence).answers() && merit(other).isNamed() && adds(words(sentence), other)));
    }

    /** Returns true if {@code some} contains a word of the question that a sentence lacks. */
    private boolean adds(Set<String> some, QuotablePart other) {
        return some.stream()
                .anyMatch(word -> weights.containsKey(word) && !words(other).contains(word));
    }

    /** Returns the words of names in a sentence, and its Japanese names whole. */
    private Set<String> names(QuotablePart sentence) {
        return names.computeIfAbsent(sentence, absent -> {
            String text = QuotablePart.FIELD.matcher(sentence.text()).replaceAll(" ");
            Set<String> words = new HashSet<>();
            NameSpans.capitalised(text).forEach(name -> words.addAll(asked.of(name.text())));
            ContentWords.unspacedNames(ContentWords.UNSPACED_NAME, text).forEach(name -> words.add(name.group()));
            return words;
        });
    }

    /** Returns true if two sentences share a name, or if one row has the first value of another. */
    private boolean areLinked(QuotablePart one, QuotablePart other) {
        return (one.isRow() && other.isRow())
                ? (words(one).containsAll(firstValue(other)) || words(other).containsAll(firstValue(one)))
                : !Collections.disjoint(names(one), names(other));
    }

    private Set<String> firstValue(QuotablePart row) {
        return asked.of(row.text().substring(row.text().indexOf(": ") + 1).split("; ", 2)[0]);
    }

    private double weightedNearness(QuotablePart sentence) {
        return nearness.of(sentence) * (foreign.contains(sentence.passage()) ? FOREIGN : 1);
    }

    private double score(QuotablePart sentence, double likeness) {
        return coveredShare(words(sentence))
                + NEARNESS * weightedNearness(sentence)
                + PASSAGE_RANK / (1 + sentence.passage())
                + RELATION * relations.getOrDefault(sentence, 0.0)
                + ANSWERS * likeness;
    }

    /**
     * Returns, for a sentence that begins with a pronoun, the nearest earlier sentence of the
     * passage that begins with none and has a name. If no such sentence has a name, as in scripts
     * without capitals, returns the nearest.
     */
    private Optional<QuotablePart> antecedent(QuotablePart sentence) {
        return antecedents.computeIfAbsent(
                sentence,
                absent -> (Pronouns.opens(sentence.text()) ? sentences : List.<QuotablePart>of())
                        .stream()
                                .filter(other ->
                                        other.passage() == sentence.passage() && other.index() < sentence.index())
                                .filter(other -> !Pronouns.opens(other.text()))
                                .max(Comparator.<QuotablePart, Boolean>comparing(
                                                other -> !NameSpans.capitalised(other.text())
                                                        .isEmpty())
                                        .thenComparing(IN_ORDER)));
    }

    private double answering(Quote quote, Collection<QuotablePart> quoted) {
        Set<String> said = words(quote.sentences());
        boolean secondHop = quote.sentences().stream()
                .anyMatch(sentence ->
                        quoted.stream().anyMatch(other -> leading(sentence).contains(other) && adds(said, other)));
        return coveredShare(wordsWithTitles(quote.sentences()))
                + (secondHop ? SECOND_HOP : 0)
                + ANSWERS_FIRST * max(quote, this::likeness)
                + ANSWERS_ASKED * max(quote, this::answersAsked)
                + NEAR_FIRST * max(quote, this::weightedNearness);
    }

    private static double max(Quote quote, ToDoubleFunction<QuotablePart> value) {
        return quote.sentences().stream().mapToDouble(value).max().orElse(0);
    }

    private double likeness(QuotablePart sentence) {
        return merit(sentence).likeness();
    }

    private double answersAsked(QuotablePart sentence) {
        return likeness(sentence) > 0 && asked.hasQuestionFocus(own(sentence)) ? 1 : 0;
    }

    /** Returns the words of quotes, of their statements and of their headings. */
    Set<String> wordsOf(List<Quote> quotes) {
        return wordsWithTitles(
                quotes.stream().flatMap(quote -> quote.sentences().stream()).toList());
    }

    /**
     * Returns the fit of quotes to the question: the share of the question in them, 0 to 1, plus
     * {@link SentenceNearness#distinctness}, plus a gain for an asked name. A low distinctness does
     * not count against a quote with two or more words of the question and no word missing.
     */
    double fit(List<Quote> quotes) {
        Set<String> here = wordsOf(quotes);
        double share = asked.coveredShare(here);
        boolean whole = weights.size() > 1 && quotes.stream().anyMatch(quote -> asked.isIn(words(quote.sentences())));
        return share
                + (whole ? Math.max(0, nearness.distinctness()) : nearness.distinctness())
                + (asked.hasAskedName(here) ? NAMED : 0);
    }
}
