package dev.tern.testing;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.ingest.index.ModelVectors;
import dev.tern.ingest.index.StoredVectors;
import dev.tern.model.Meter;
import dev.tern.model.TextEmbedder;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Sample graphs for exports. */
public final class SampleGraphs {
    /** Names and texts that contain special characters of formats. */
    public static final List<String> HOSTILE = List.of(
            "quote\" and 'apostrophe",
            "back\\slash \\\" \\' \\u0027 \\\\u0027 \\U0001",
            "line\nbreak\r\nand\rreturn\ttab",
            "=cmd|' /C calc'!A0",
            "+1",
            "-1",
            "@SUM(A1)",
            "\uff1d1+1",
            "\uff0b1",
            "\uff0d1",
            "\uff20SUM(A1)",
            "\n=1+1",
            "\t=1+1",
            "<script>alert(1)</script> &amp; &#13;",
            "]]> <![CDATA[",
            "*/ // -- ; :param x",
            "nul\u0000bell\u0007escape\u001b[2J delete\u007f next\u0085",
            "override\u202e isolate\u2066 end\u2069 zero\u200b joiner\u200d",
            "line\u2028paragraph\u2029",
            "漢字 日本語",
            "emoji 👩‍👩‍👧 😀",
            "ﬀ ligature, \ufffe and \uffff",
            "a,b;c",
            "x".repeat(10_000));

    private SampleGraphs() {}

    /** Returns an embedder without latency. */
    public static Supplier<TextEmbedder> embedder() {
        return embedder(new HashingEmbeddingModel(16));
    }

    public static Supplier<TextEmbedder> embedder(EmbeddingModel model) {
        return () -> new TextEmbedder(model, EmbeddingInputType.DOCUMENT, 512, new Meter());
    }

    /** Returns an embedder that must not be used. */
    public static Supplier<TextEmbedder> none() {
        return () -> {
            throw new AssertionError("no model is needed here");
        };
    }

    /** Writes passages with their relations and entities. */
    public static void write(GraphStore store, List<Passage> passages) {
        store.write(new ModelVectors(embedder(), store.latest().description(), () -> {})
                .batch(passages, new StoredVectors(store.latest())));
    }

    /** Returns a graph of documents of three passages, in every state and form. */
    public static GraphStore filled(int documents) {
        GraphStore store = new InMemoryGraphStore();
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < documents; i++) {
            passages.addAll(document(i));
        }
        write(store, passages);
        return store;
    }

    public static List<Passage> document(int number) {
        List<Passage> passages = new ArrayList<>();
        SourceDocument document = SourceDocument.of("d" + number, "text").withTitle("Title " + number);
        SourceDocument other = SourceDocument.of(document.id(), "text")
                .withTitle(document.title())
                .withMetadata(SourceMetadata.of(Map.of("b", "2", "a", "1")));
        String text = "Thing " + number + " is near thing " + (number + 1) + ".";
        passages.add(Passage.of(
                other,
                0,
                text,
                new Position(0, text.length(), 3, "Part > Over"),
                List.of(
                        Statement.of("thing " + number, "is near", "Thing " + (number + 1)),
                        Statement.of("thing " + number, "knows", "thing " + number),
                        new Statement("Everything is near.", List.of("everything")),
                        new Statement("In 1730, all met there.", List.of("1730", "all", "thing " + number))),
                Extraction.finished("model 1")));
        passages.add(Passage.of(
                document, 1, "waiting " + number, Position.ofDocument("w"), List.of(), Extraction.waiting("model 2")));
        passages.add(Passage.of(
                document,
                2,
                "failed " + number,
                Position.ofDocument("f"),
                List.of(new Statement("failed " + number, List.of("Thing " + number))),
                Extraction.waiting("model 2").failed("no \"JSON\"").failed("again")));
        return passages;
    }

    /** Returns a graph with hostile texts only. */
    public static GraphStore hostile() {
        GraphStore store = new InMemoryGraphStore();
        List<Passage> passages = new ArrayList<>();
        for (String name : HOSTILE) {
            SourceDocument document = SourceDocument.of("id " + cut(name), name)
                    .withTitle(name)
                    .withMetadata(SourceMetadata.of(Map.of(name, name)));
            passages.add(Passage.of(
                    document,
                    0,
                    name,
                    new Position(0, name.length(), 1, name),
                    List.of(
                            Statement.of(name, "pre" + name + "dicate", "object " + name),
                            new Statement(name, List.of(name, "second " + name, "third")),
                            new Statement(name + "!", List.of(name))),
                    Extraction.waiting("model").failed(name)));
            passages.add(Passage.of(
                            document,
                            1,
                            name,
                            new Position(0, name.length(), 1, name + " again"),
                            List.of(),
                            Extraction.waiting("model"))
                    .asRepetition());
        }
        write(store, passages);
        return store;
    }

    private static String cut(String name) {
        return name.length() > 100 ? name.substring(0, 100) : name;
    }
}
