package dev.tern.store.milvus.benchmark;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** The sum of a random direction for each word: near are texts that share words. Takes no time worth measuring. */
public final class WordEmbeddingModel implements EmbeddingModel {
    /** The dimension of its vectors. */
    public static final int DIMENSION = 384;

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}]+");

    private final Map<String, float[]> words = new ConcurrentHashMap<>();

    @Override
    public String modelName() {
        return "words-384";
    }

    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> texts) {
        List<Embedding> embeddings = new ArrayList<>(texts.size());
        texts.forEach(text -> embeddings.add(Embedding.from(vector(text.text()))));
        return Response.from(embeddings);
    }

    private float[] vector(String text) {
        float[] sum = new float[DIMENSION];
        for (String word : BETWEEN_WORDS.split(text.toLowerCase(Locale.ROOT), -1)) {
            float[] direction = words.computeIfAbsent(word, WordEmbeddingModel::direction);
            for (int i = 0; i < DIMENSION; i++) {
                sum[i] += direction[i];
            }
        }
        double norm = 0;
        for (float value : sum) {
            norm += (double) value * value;
        }
        for (int i = 0; i < DIMENSION; i++) {
            sum[i] = (float) (sum[i] / Math.sqrt(norm));
        }
        return sum;
    }

    private static float[] direction(String word) {
        Random random = new Random(word.hashCode());
        float[] direction = new float[DIMENSION];
        for (int i = 0; i < DIMENSION; i++) {
            direction[i] = (float) random.nextGaussian();
        }
        return direction;
    }
}
