package dev.tern.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.format_string;
import static org.apache.spark.sql.functions.get_json_object;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.nullif;
import static org.apache.spark.sql.functions.to_json;
import static org.apache.spark.sql.functions.trim;
import static org.apache.spark.sql.functions.when;

import dev.tern.documents.LoadLimit;
import dev.tern.documents.LoadLimits;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of an input, checked on the driver: texts with ids, or files with paths.
 * {@link #rows} converts either to the form that tasks read.
 */
final class DocumentColumns {
    static final String ID = "id";
    static final String TITLE = "title";
    static final String TEXT = "text";
    static final String METADATA = "metadata";
    static final String TRIPLETS = "triplets";
    static final String CONTENT = "content";
    static final String PATH = "path";
    static final String WHOLE = "tern_whole";
    static final String POSITION = "tern_position";
    static final String ORDER = "tern_order";
    static final String REFUSED = "tern_refused";

    private static final String BEIR_ID = "_id";
    private static final String NONE = "";

    private final StructType schema;
    private final String id;
    private final Optional<String> order;

    private DocumentColumns(StructType schema, String id, Optional<String> order) {
        this.schema = schema;
        this.id = id;
        this.order = order;
    }

    /**
     * Returns the columns of an input.
     *
     * @param order the column by which the last row of an id is found; empty for none
     * @throws TernException with all problems of the columns
     */
    static DocumentColumns of(StructType schema, Optional<String> order) {
        List<String> names = List.of(schema.fieldNames());
        boolean files = names.contains(CONTENT) && !names.contains(TEXT);
        String id = names.contains(ID) ? ID : names.contains(BEIR_ID) ? BEIR_ID : files ? PATH : ID;
        List<String> problems = new ArrayList<>();
        for (String needed : files ? List.of(id, CONTENT, PATH) : List.of(id, TEXT)) {
            if (!names.contains(needed)) {
                problems.add("there is no column \"" + needed + "\"");
            }
        }
        for (String name : List.of(id, TITLE, TEXT, METADATA, TRIPLETS, CONTENT, PATH)) {
            if (names.contains(name)) {
                DataType type = schema.apply(name).dataType();
                String expected = expected(name, type);
                if (!expected.isEmpty()) {
                    problems.add(
                            "the column \"" + name + "\" is of type " + type.simpleString() + " and not " + expected);
                }
            }
        }
        order.filter(name -> !names.contains(name))
                .ifPresent(name -> problems.add("there is no column \"" + name + "\" to order versions by"));
        if (!problems.isEmpty()) {
            throw TernException.user("the input cannot be indexed: " + String.join("; ", problems)
                    + ". Its columns are " + String.join(", ", names));
        }
        return new DocumentColumns(schema, id, order);
    }

    /** Returns the expected type of a column; an empty text if it has the type. */
    private static String expected(String name, DataType type) {
        boolean string = type instanceof StringType;
        return switch (name) {
            case ID, BEIR_ID ->
                string || type instanceof LongType || type instanceof IntegerType ? NONE : "string or a whole number";
            case CONTENT -> type instanceof BinaryType ? NONE : "binary";
            case METADATA ->
                string || type instanceof MapType || type instanceof StructType
                        ? NONE
                        : "a struct, a map or a JSON text";
            case TRIPLETS ->
                type instanceof ArrayType outer
                                && outer.elementType() instanceof ArrayType inner
                                && inner.elementType() instanceof StringType
                        ? NONE
                        : "array<array<string>>";
            default -> string ? NONE : "string";
        };
    }

    /**
     * Returns the input in the columns that tasks read, with row positions. A row with an oversized
     * text has the reason for its failure instead of the text.
     *
     * @param limits the limits, of which {@link LoadLimit#TEXT_CHARACTERS} applies
     */
    Dataset<Row> rows(Dataset<Row> input, LoadLimits limits) {
        Column length = length(text(TEXT));
        long max = limits.of(LoadLimit.TEXT_CHARACTERS);
        Column tooLong = length.gt(max);
        Column why = format_string("has %,d characters of text; the limit is %,d", length, lit(max));
        Column metadata = metadata();
        Column doc = get_json_object(metadata, "$." + SourceDocument.PARENT);
        return input.select(
                col(quoted(id)).cast("string").as(ID),
                text(TITLE).as(TITLE),
                when(tooLong, "").otherwise(text(TEXT)).as(TEXT),
                when(tooLong, why).as(REFUSED),
                metadata.as(METADATA),
                has(TRIPLETS) ? coalesce(to_json(col(TRIPLETS)), lit("")).as(TRIPLETS) : lit("").as(TRIPLETS),
                has(CONTENT) && !has(TEXT)
                        ? col(CONTENT).as(CONTENT)
                        : lit(null).cast("binary").as(CONTENT),
                text(PATH).as(PATH),
                coalesce(named(doc), named(text(TITLE)), col(quoted(id)).cast("string"))
                        .as(WHOLE),
                order.map(name -> col(quoted(name))).orElse(lit(0)).as(ORDER),
                monotonically_increasing_id().as(POSITION));
    }

    private Column metadata() {
        if (!has(METADATA)) {
            return lit("");
        }
        Column metadata = col(METADATA);
        boolean json = schema.apply(METADATA).dataType() instanceof StringType;
        return coalesce(json ? metadata : to_json(metadata), lit(""));
    }

    private Column text(String name) {
        return has(name) ? coalesce(col(name), lit("")) : lit("");
    }

    private static Column named(Column text) {
        return nullif(trim(text), lit(""));
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private boolean has(String name) {
        return Arrays.asList(schema.fieldNames()).contains(name);
    }
}
