package dev.tern.store.milvus.write;

import com.google.gson.JsonObject;
import dev.tern.store.milvus.client.ConnectionSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The writes of a batch to one collection, in requests of bounded size; one item is never split.
 * The rows are encoded by the thread that sends them, because encoding takes as long as the
 * server's work.
 *
 * @param <T> the type of the items that are encoded
 */
final class UpsertRequests<T> {
    private final List<List<T>> requests = new ArrayList<>();
    private final int maxRows;
    private final long maxBytes;
    private final long vectorBytes;
    private final ToIntFunction<T> rows;
    private final ToIntFunction<T> textBytes;
    private final Function<T, List<JsonObject>> encode;
    private long filledRows;
    private long filledBytes;

    /**
     * Creates an empty list of requests.
     *
     * @param rows returns the number of rows of an item
     * @param textBytes returns the approximate UTF-8 bytes of the texts of one row of an item
     * @param encode creates the rows of an item
     */
    UpsertRequests(
            ConnectionSettings settings,
            int dimension,
            ToIntFunction<T> rows,
            ToIntFunction<T> textBytes,
            Function<T, List<JsonObject>> encode) {
        this.maxRows = settings.writeBatchRows();
        this.maxBytes = settings.writeBatchBytes();
        this.vectorBytes = 4L * dimension;
        this.rows = rows;
        this.textBytes = textBytes;
        this.encode = encode;
    }

    void add(T item) {
        long count = rows.applyAsInt(item);
        long bytes = count * (vectorBytes + textBytes.applyAsInt(item));
        if (requests.isEmpty() || filledRows + count > maxRows || filledBytes + bytes > maxBytes) {
            requests.add(new ArrayList<>());
            filledRows = 0;
            filledBytes = 0;
        }
        requests.getLast().add(item);
        filledRows += count;
        filledBytes += bytes;
    }

    void addAll(Collection<T> items) {
        items.forEach(this::add);
    }

    int count() {
        return requests.size();
    }

    long itemCount() {
        return requests.stream().mapToLong(List::size).sum();
    }

    /** Encodes the rows of a request, given its index. */
    List<JsonObject> rows(int request) {
        List<JsonObject> made = new ArrayList<>();
        requests.get(request).forEach(item -> made.addAll(encode.apply(item)));
        return made;
    }
}
