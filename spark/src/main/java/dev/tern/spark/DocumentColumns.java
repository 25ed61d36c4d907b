package dev.tern.spark;

import dev.tern.error.TernException;
import dev.tern.graph.Document;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The columns of an input: id and text, and title where there is one. Looked at once, on the driver. */
final class DocumentColumns implements Serializable {
    private static final long serialVersionUID = 1L;

    static final String ID = "id";
    static final String TITLE = "title";
    static final String TEXT = "text";

    private final boolean titled;

    private DocumentColumns(boolean titled) {
        this.titled = titled;
    }

    /**
     * The columns of a schema.
     *
     * @throws TernException with everything that is wrong with them
     */
    static DocumentColumns of(StructType schema) {
        List<String> names = List.of(schema.fieldNames());
        List<String> problems = new ArrayList<>();
        for (String name : List.of(ID, TITLE, TEXT)) {
            if (!names.contains(name)) {
                if (!name.equals(TITLE)) {
                    problems.add("there is no column \"" + name + "\"");
                }
            } else if (!schema.apply(name).dataType().equals(DataTypes.StringType)) {
                problems.add("the column \"" + name + "\" is of type "
                        + schema.apply(name).dataType().simpleString() + " and not string");
            }
        }
        if (!problems.isEmpty()) {
            throw TernException.user("the input cannot be indexed: " + String.join("; ", problems)
                    + ". Its columns are " + String.join(", ", names));
        }
        return new DocumentColumns(names.contains(TITLE));
    }

    /** The document of a row. */
    Document document(Row row) {
        Document document = Document.of(row.getAs(ID), row.getAs(TEXT));
        String title = titled ? row.getAs(TITLE) : null;
        return title == null ? document : document.withTitle(title);
    }
}
