package dev.tern.offline.answer;

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
    /** The distinctness if all sentences are of one passage or are alike. */
    private static final double UNKNOWN = 0.35;

    private final Map<QuotablePart, Double> cosines = new HashMap<>();
    private final double min;
    private final double max;
    private final double distinctness;

    /** Embeds sentences as documents, and then the question with {@code embedder} as it is. */
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

    /** Returns 0 for the farthest sentence to 1 for the nearest; 0 for one not embedded. */
    double of(QuotablePart sentence) {
        return max > min && cosines.containsKey(sentence) ? (cosines.get(sentence) - min) / (max - min) : 0;
    }

    /**
     * Returns how far the nearest sentence stands out: 0 if its cosine to the question is the mean
     * cosine of sentences of different passages, less if it is lower, 1 if it is 1.
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
