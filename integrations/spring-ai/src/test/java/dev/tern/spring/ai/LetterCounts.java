package dev.tern.spring.ai;

import java.util.ArrayList;
import java.util.List;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.Embedding;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;

/** Vectors of letter counts, last text first, each with the index it belongs to. */
class LetterCounts implements EmbeddingModel {
    @Override
    public EmbeddingResponse call(EmbeddingRequest request) {
        List<Embedding> embeddings = new ArrayList<>();
        List<String> texts = request.getInstructions();
        for (int i = texts.size() - 1; i >= 0; i--) {
            float[] vector = new float[26];
            vector[0] = 0.1f;
            texts.get(i).chars().filter(c -> c >= 'a' && c <= 'z').forEach(c -> vector[c - 'a'] += 1);
            embeddings.add(new Embedding(vector, i));
        }
        return new EmbeddingResponse(embeddings);
    }

    @Override
    public float[] embed(Document document) {
        return embed(String.valueOf(document.getText()));
    }
}
