package dev.tern.cli;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** An embedding model with recorded vectors in a mapped file, one of each {@link #key}. */
final class PreparedVectors implements EmbeddingModel {
    /** The name of all such models, so that any of them fits the graph of another. */
    static final String MODEL = "prepared";

    private static final int DIMENSION = 384;
    private static final String KEYS = "keys.txt";
    private static final String VECTORS = "vectors.f32";

    private final Map<String, Integer> places = new HashMap<>();
    private final FloatBuffer vectors;

    PreparedVectors(Path folder) throws IOException {
        for (String key : Files.readAllLines(folder.resolve(KEYS))) {
            places.put(key, places.size());
        }
        try (FileChannel file = FileChannel.open(folder.resolve(VECTORS))) {
            vectors = file.map(MapMode.READ_ONLY, 0, file.size())
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asFloatBuffer();
        }
    }

    /** Returns the words of a text in ASCII, as the peer normalises names and relations. */
    static String key(String text) {
        return text.toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9 ]", " ")
                .strip()
                .replaceAll(" +", " ");
    }

    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> texts) {
        return Response.from(texts.stream().map(text -> of(text.text())).toList());
    }

    private Embedding of(String text) {
        Integer place = places.get(key(text));
        if (place == null) {
            throw new IllegalStateException("no vector was prepared for \"" + text + "\"");
        }
        float[] vector = new float[DIMENSION];
        vectors.get(place * DIMENSION, vector);
        return Embedding.from(vector);
    }

    @Override
    public int dimension() {
        return DIMENSION;
    }

    @Override
    public String modelName() {
        return MODEL;
    }

    /** Records a model's vectors, the first of each key, and reuses them. */
    static final class Recorder implements EmbeddingModel {
        private final EmbeddingModel model;
        private final Map<String, float[]> made = new LinkedHashMap<>();

        Recorder(EmbeddingModel model) {
            this.model = model;
        }

        @Override
        public Response<List<Embedding>> embedAll(List<TextSegment> texts) {
            List<TextSegment> fresh = texts.stream()
                    .filter(text -> !made.containsKey(key(text.text())))
                    .toList();
            if (!fresh.isEmpty()) {
                List<Embedding> embedded = model.embedAll(fresh).content();
                for (int i = 0; i < fresh.size(); i++) {
                    made.putIfAbsent(key(fresh.get(i).text()), embedded.get(i).vector());
                }
            }
            return Response.from(texts.stream()
                    .map(text -> Embedding.from(Objects.requireNonNull(made.get(key(text.text())))))
                    .toList());
        }

        @Override
        public int dimension() {
            return DIMENSION;
        }

        @Override
        public String modelName() {
            return MODEL;
        }

        /** Writes all recorded vectors. */
        void write(Path folder) throws IOException {
            Files.write(folder.resolve(KEYS), made.keySet());
            ByteBuffer bytes =
                    ByteBuffer.allocate(made.size() * DIMENSION * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            FloatBuffer floats = bytes.asFloatBuffer();
            made.values().forEach(floats::put);
            Files.write(folder.resolve(VECTORS), bytes.array());
        }
    }
}
