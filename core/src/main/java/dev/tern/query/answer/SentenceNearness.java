package dev.tern.query.answer;

import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.tern.model.TextEmbedder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Measures the nearness of sentences to a question. Compares cosines only with each other, so that
 * the scale of an encoder does not matter, even if all its cosines are close to 1.
 */
final class SentenceNearness {
    /** The standing for too few sentences to tell, typical of a question and its answer. */
    private static final double UNKNOWN = 0.35;

    private final Map<QuotablePart, Double> cosines = new HashMap<>();
    private final double min;
    private final double max;
    private final double distinctness;

    /**
     * Embeds some sentences, and then the question.
     *
     * @param embedder embeds questions
     */
    SentenceNearness(String question, List<QuotablePart> sentences, TextEmbedder embedder) {
        Map<String, float[]> vectors = new HashMap<>(embedder.embedding(EmbeddingInputType.DOCUMENT)
                .embed(sentences.stream().map(QuotablePart::text).toList(), () -> {}));
        vectors.putAll(embedder.embed(List.of(question), () -> {}));
        for (QuotablePart sentence : sentences) {
            cosines.put(sentence, cosine(vectors, question, sentence.text()));
        }
        min = cosines.values().stream().mapToDouble(value -> value).min().orElse(0);
        max = cosines.values().stream().mapToDouble(value -> value).max().orElse(0);
        distinctness = distinctness(sentences, vectors);
    }

    /** Returns the nearness of a sentence, from 0 for the farthest to 1 for the nearest. */
    double of(QuotablePart sentence) {
        return max > min && cosines.containsKey(sentence) ? (cosines.get(sentence) - min) / (max - min) : 0;
    }

    /**
     * Returns how far the nearest sentence stands out: 0 if the question is as far from it as
     * sentences of different passages are from each other, 1 if the two are equal.
     */
    double distinctness() {
        return distinctness;
    }

    private double distinctness(List<QuotablePart> sentences, Map<String, float[]> vectors) {
        double sum = 0;
        int pairs = 0;
        for (QuotablePart one : sentences) {
            for (QuotablePart other : sentences) {
                if (one.passage() < other.passage()) {
                    sum += cosine(vectors, one.text(), other.text());
                    pairs++;
                }
            }
        }
        double usual = pairs == 0 ? 1 : sum / pairs;
        return usual > 1 - 1e-6 ? UNKNOWN : (max - usual) / (1 - usual);
    }

    static double cosine(Map<String, float[]> vectors, String one, String other) {
        float[] a = Objects.requireNonNull(vectors.get(one));
        float[] b = Objects.requireNonNull(vectors.get(other));
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (double) a[i] * b[i];
        }
        return sum;
    }
}
