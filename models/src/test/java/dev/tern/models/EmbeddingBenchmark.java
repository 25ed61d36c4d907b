package dev.tern.models;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.output.Response;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Measures the encoder in this process; run by {@code bench/embedding.sh}. */
final class EmbeddingBenchmark {
    /** The texts per call, as in ingestion. */
    private static final int CALL = 512;

    private EmbeddingBenchmark() {}

    /** "files DIR" copies MiniLM's files; "embed FILE MODEL" embeds lines, once to warm up. */
    public static void main(String[] arguments) throws IOException {
        Path path = Path.of(arguments[1]);
        if (arguments[0].equals("files")) {
            for (String name : List.of(ReadyEncoder.MINILM.modelFile(), ReadyEncoder.MINILM.tokenizerFile())) {
                try (InputStream file = NativeFiles.open(null, name)) {
                    Files.copy(file, path.resolve(name.endsWith(".onnx") ? "model.onnx" : "tokenizer.json"));
                }
            }
            return;
        }
        List<TextSegment> texts =
                Files.readAllLines(path).stream().map(TextSegment::from).toList();
        try (InProcessEmbeddingModel model = new InProcessEmbeddingModel(
                BundledEncoders.of(arguments[2]), Runtime.getRuntime().availableProcessors(), 0)) {
            embed(model, texts);
            long start = System.nanoTime();
            long tokens = embed(model, texts);
            System.out.printf(
                    Locale.ROOT, "{\"tokens\": %d, \"seconds\": %.3f}%n", tokens, (System.nanoTime() - start) / 1e9);
        }
    }

    /** Embeds all texts, and counts word pieces without marks. */
    private static long embed(InProcessEmbeddingModel model, List<TextSegment> texts) {
        long tokens = 0;
        for (int from = 0; from < texts.size(); from += CALL) {
            Response<List<Embedding>> embedded =
                    model.embedAll(texts.subList(from, Math.min(from + CALL, texts.size())));
            tokens += Objects.requireNonNull(embedded.tokenUsage()).inputTokenCount();
        }
        return tokens;
    }
}
