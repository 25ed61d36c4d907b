package dev.tern.store.milvus.schema;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.tern.error.TernException;
import dev.tern.store.GraphDescription;
import dev.tern.store.milvus.client.ConnectionSettings;
import io.milvus.v2.service.collection.response.DescribeCollectionResp;
import java.util.List;
import java.util.Map;

/** Converts the description of a graph to properties of each of its collections, and back. */
public final class DescriptionProperty {
    public static final String PROPERTY = "tern.graph";
    /** The key of the version of the rows' facets, which include the source since version 2. */
    static final String FILTERED = "tern.filtered";

    private static final String FILTERED_VERSION = "2";

    /** Properties with which versions before 0.1.0 recorded notes and hidden sources. */
    private static final List<String> FORMER_PROPERTIES = List.of("tern.notes", "tern.quarantine");

    private static final String FORMAT = "format";
    private static final String MODEL = "embeddingModel";
    private static final String DIMENSION = "dimension";

    private DescriptionProperty() {}

    /** Returns the properties of a collection of a new graph. */
    static Map<String, String> properties(GraphDescription description) {
        JsonObject made = new JsonObject();
        made.addProperty(FORMAT, description.formatVersion());
        made.addProperty(MODEL, description.embeddingModel());
        made.addProperty(DIMENSION, description.dimension());
        return Map.of(PROPERTY, made.toString(), FILTERED, FILTERED_VERSION);
    }

    /**
     * Parses the description in a collection.
     *
     * @throws TernException if another program made the collection, or a version of Tern whose
     *     graphs this version cannot read
     */
    static GraphDescription of(DescribeCollectionResp collection, String graph, ConnectionSettings settings) {
        String property = collection.getProperties().get(PROPERTY);
        if (property == null) {
            throw TernException.operator("the collection " + collection.getCollectionName() + " at " + settings
                    + " was not made by Tern (it has no property " + PROPERTY
                    + ") and is not touched: choose another graph name or database");
        }
        try {
            JsonObject made = JsonParser.parseString(property).getAsJsonObject();
            int format = made.get(FORMAT).getAsInt();
            if (format != GraphDescription.CURRENT_FORMAT) {
                throw TernException.operator("the graph \"" + graph + "\" at " + settings + " has format " + format
                        + "; this version of Tern reads and writes format " + GraphDescription.CURRENT_FORMAT);
            }
            GraphDescription described = new GraphDescription(
                    made.get(MODEL).getAsString(), made.get(DIMENSION).getAsInt());
            Map<String, String> properties = collection.getProperties();
            if (!FILTERED_VERSION.equals(properties.get(FILTERED))
                    || FORMER_PROPERTIES.stream()
                            .anyMatch(name -> !properties.getOrDefault(name, "").isEmpty())) {
                throw TernException.operator("the graph \"" + graph + "\" at " + settings
                        + " was made by a Tern before 0.1.0, with other metadata or notes: export it with"
                        + " that version and import it with this one (tern export, tern import)");
            }
            return described;
        } catch (JsonParseException | NullPointerException | IllegalStateException | NumberFormatException e) {
            throw TernException.operator(
                    "the collection " + collection.getCollectionName() + " at " + settings + " has a property "
                            + PROPERTY + " that Tern did not write: " + property,
                    e);
        }
    }
}
