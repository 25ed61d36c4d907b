package dev.tern.store.milvus.schema;

import dev.tern.store.Words;
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
 * What passages are found by their words with: a field of {@link Words} with spaces between, which the server takes apart
 * at the spaces and counts into a sparse vector, and a BM25 index over that. So the words are those of every other store,
 * whatever analysers a server has.
 */
public final class WordIndex {
    private static final String FUNCTION = "words_bm25";

    private WordIndex() {}

    /** Adds the two fields and what makes one of the other. */
    public static void addTo(CollectionSchema schema, boolean lite) {
        schema.addField(AddFieldReq.builder()
                .fieldName(Fields.WORDS)
                .dataType(DataType.VarChar)
                .maxLength(LongText.PIECE_BYTES)
                .enableAnalyzer(true)
                // Milvus Lite cuts at everything that is no letter, digit or underscore, and has nothing else.
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

    /** The words as they are kept and searched for: as many of the first as fit into a field. */
    public static String text(Collection<String> words) {
        StringBuilder text = new StringBuilder();
        int bytes = 0;
        for (String word : words) {
            String kept = kept(word);
            bytes += LongText.bytes(kept) + 1;
            if (bytes > LongText.PIECE_BYTES) {
                break;
            }
            text.append(text.isEmpty() ? "" : " ").append(kept);
        }
        return text.toString();
    }

    /** A word, or its bytes in hexadecimal digits where it holds more than letters and digits, so that none is cut. */
    private static String kept(String word) {
        return word.codePoints().allMatch(Character::isLetterOrDigit)
                ? word
                : "x" + HexFormat.of().formatHex(word.getBytes(StandardCharsets.UTF_8));
    }
}
