package dev.tern.store.milvus.schema;

import dev.tern.store.SearchWords;
import io.milvus.common.clientenum.FunctionType;
import io.milvus.v2.common.DataType;
import io.milvus.v2.common.IndexParam;
import io.milvus.v2.service.collection.request.AddFieldReq;
import io.milvus.v2.service.collection.request.CreateCollectionReq.CollectionSchema;
import io.milvus.v2.service.collection.request.CreateCollectionReq.Function;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * The full-text index of passages. A field holds their {@link SearchWords} separated by spaces; the
 * server splits them again, counts them in a sparse vector, and indexes it for BM25. So the words
 * do not depend on the server's analysers.
 */
public final class WordIndex {
    private static final String FUNCTION = "words_bm25";

    private WordIndex() {}

    /** Adds the field of words, the field of their vector, and the function that computes it. */
    public static void addTo(CollectionSchema schema, boolean lite) {
        schema.addField(AddFieldReq.builder()
                .fieldName(Fields.WORDS)
                .dataType(DataType.VarChar)
                .maxLength(LongText.PIECE_BYTES)
                .enableAnalyzer(true)
                // Milvus Lite has only "standard", which splits at all characters but letters,
                // digits and underscores.
                .analyzerParams(Map.of("tokenizer", lite ? "standard" : "whitespace"))
                .build());
        schema.addField(AddFieldReq.builder()
                .fieldName(Fields.WORDS_VECTOR)
                .dataType(DataType.SparseFloatVector)
                .build());
        schema.addFunction(Function.builder()
                .name(FUNCTION)
                .functionType(FunctionType.BM25)
                .inputFieldNames(List.of(Fields.WORDS))
                .outputFieldNames(List.of(Fields.WORDS_VECTOR))
                .build());
    }

    static IndexParam index() {
        return IndexParam.builder()
                .fieldName(Fields.WORDS_VECTOR)
                .indexType(IndexParam.IndexType.SPARSE_INVERTED_INDEX)
                .metricType(IndexParam.MetricType.BM25)
                .extraParams(Map.of("bm25_k1", 1.2, "bm25_b", 0.75))
                .build();
    }

    /**
     * Joins words by spaces, as they are stored and searched; stops before the first word that does
     * not fit into the field.
     */
    public static String joinToFit(Collection<String> words) {
        StringBuilder text = new StringBuilder();
        int bytes = 0;
        for (String word : words) {
            String kept = encode(word);
            bytes += LongText.bytes(kept) + 1;
            if (bytes > LongText.PIECE_BYTES) {
                break;
            }
            text.append(text.isEmpty() ? "" : " ").append(kept);
        }
        return text.toString();
    }

    /**
     * Returns a word as it is, or "x" and its bytes in hexadecimal if it has other characters than
     * letters and digits.
     */
    private static String encode(String word) {
        return word.codePoints().allMatch(Character::isLetterOrDigit)
                ? word
                : "x" + HexFormat.of().formatHex(word.getBytes(StandardCharsets.UTF_8));
    }
}
