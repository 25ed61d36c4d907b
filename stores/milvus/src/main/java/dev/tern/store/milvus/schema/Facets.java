package dev.tern.store.milvus.schema;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.tern.graph.ContentId;
import dev.tern.graph.MetadataValue;
import dev.tern.graph.SourceMetadata;
import dev.tern.store.shared.OrderedValue;
import dev.tern.store.shared.OrderedValue.Kind;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Metadata of passages and relations as stored for filters: JSON with a key for each kind and name,
 * and each value as a string of hexadecimal digits that sorts as the values do.
 *
 * <pre>{@code
 *   {"s_lang": "6465", "n_year": "c09f18..."}       lang = "de", year = 1990
 * }</pre>
 *
 * <p>So all servers compare any names and values alike, as strings without special characters.
 * Numbers do not lose precision in JSON, and values of different kinds do not match.
 */
public final class Facets {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_]{1,64}");
    private static final HexFormat HEX = HexFormat.of();

    private Facets() {}

    public static JsonObject of(SourceMetadata metadata) {
        JsonObject facets = new JsonObject();
        metadata.values().forEach((name, value) -> facets.addProperty(key(kind(value), name), digits(value)));
        return facets;
    }

    /** Returns the JSON key of a kind and a name: only letters, digits and underscores. */
    public static String key(Kind kind, String name) {
        // Hashes the name as it is: unlike entity names, names of metadata match only if equal.
        return PLAIN.matcher(name).matches()
                ? kind.letter() + "_" + name
                : kind.letter() + "x" + ContentId.ofPassage("metadata", name);
    }

    public static Kind kind(MetadataValue value) {
        return OrderedValue.of(value).kind();
    }

    public static String digits(MetadataValue value) {
        return HEX.formatHex(OrderedValue.of(value).bytes());
    }

    /**
     * Returns a row's values of the given names, shortened or rounded as {@link OrderedValue}
     * compares them.
     */
    public static SourceMetadata metadata(Row row, Set<String> names) {
        JsonObject facets = row.json(Fields.FACETS);
        SourceMetadata metadata = SourceMetadata.EMPTY;
        for (String name : names) {
            for (Kind kind : Kind.values()) {
                JsonElement digits = facets.get(key(kind, name));
                if (digits != null) {
                    byte[] bytes = HEX.parseHex(digits.getAsString());
                    metadata = metadata.with(name, new OrderedValue(kind, bytes).value());
                }
            }
        }
        return metadata;
    }
}
