package dev.tern.store.milvus.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.store.milvus.client.MilvusConnection;
import io.milvus.v2.common.DataType;
import io.milvus.v2.service.collection.request.CreateCollectionReq.FieldSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that {@code docs/milvus.md} shows the actual collections and limits. */
final class MilvusPageTest {
    private static final Path PAGE = Path.of("../../docs", "milvus.md");

    @ParameterizedTest
    @EnumSource
    void thePageShowsTheFieldsOfEachCollection(CollectionKind kind) throws IOException {
        String page = Files.readString(PAGE);
        String mark = "<!-- table: " + kind.suffix().substring(1) + " -->\n";
        assertThat(page).contains(mark).contains("`" + kind.nameInDefaultGraph() + "`");
        int start = page.indexOf(mark);
        List<String> rows = page.substring(start, page.indexOf("<!-- end -->", start))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .toList();
        List<FieldSchema> fields = kind.schema(384).getFieldSchemaList();
        assertThat(rows).hasSameSizeAs(fields);
        for (int i = 0; i < fields.size(); i++) {
            FieldSchema field = fields.get(i);
            boolean indexed = kind.indexed().contains(field.getName());
            assertThat(rows.get(i))
                    .startsWith("| `" + field.getName() + "` | " + type(field) + " | ")
                    .matches(row -> row.endsWith("; looked up by |") == indexed, "says whether it is looked up by");
        }
    }

    private static String type(FieldSchema field) {
        DataType type = field.getDataType();
        return switch (type) {
            case VarChar -> String.format(Locale.ROOT, "VARCHAR(%,d)", field.getMaxLength());
            case Array ->
                String.format(Locale.ROOT, "ARRAY of %,d VARCHAR(%,d)", field.getMaxCapacity(), field.getMaxLength());
            case Int32 -> "INT32";
            case FloatVector -> "FLOAT_VECTOR";
            default -> type.name();
        };
    }

    @Test
    void thePageNamesTheLimits() throws IOException {
        assertThat(Files.readString(PAGE))
                .contains(
                        String.format(Locale.ROOT, "%,d bytes", LongText.PIECE_BYTES),
                        String.format(Locale.ROOT, "%,d bytes", Fields.LONG_TEXT_BYTES),
                        String.format(Locale.ROOT, "%,d bytes of JSON", Fields.JSON_BYTES),
                        String.format(Locale.ROOT, "%,d rows", MilvusConnection.MAX_ROWS));
    }
}
