package dev.tern.store.milvus;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Fills requests of bounded size one after the other. */
final class Requests {
    private final List<List<JsonObject>> lists = new ArrayList<>();
    private final int rows;
    private final long bytes;
    private final long vectorBytes;
    private long filled;

    Requests(MilvusSettings settings, int dimension) {
        rows = settings.writeBatchRows();
        bytes = settings.writeBatchBytes();
        vectorBytes = 4L * dimension;
    }

    List<List<JsonObject>> lists() {
        return lists;
    }

    void add(JsonObject row) {
        long size = vectorBytes + textBytes(row);
        if (lists.isEmpty() || lists.getLast().size() >= rows || filled + size > bytes) {
            lists.add(new ArrayList<>());
            filled = 0;
        }
        lists.getLast().add(row);
        filled += size;
    }

    /** About the bytes of the row's texts: most of them take one byte a character on the wire. */
    private static long textBytes(JsonObject row) {
        long size = 0;
        for (String field : row.keySet()) {
            JsonElement value = row.get(field);
            if (value.isJsonPrimitive()) {
                size += value.getAsString().length();
            } else if (value.isJsonArray() && !field.equals(Fields.VECTOR)) {
                size += (long) value.getAsJsonArray().size() * LongText.PIECE_BYTES;
            }
        }
        return size;
    }
}
