package dev.tern.testing;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.note.Notes;
import dev.tern.settings.Consistency;
import dev.tern.store.DelegatingView;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A store that forwards and records every call, to it or to one of its views, and lets a test act
 * after each write.
 */
public final class RecordingStore implements GraphStore, DelegatingView {
    private final GraphStore store;
    private final List<String> calls;
    private final List<String> views;
    private final boolean view;
    private final AtomicReference<Optional<String>> fullTextMissing;
    private final AtomicReference<Consumer<String>> beforeCall;
    private final List<GraphBatch> writes = new CopyOnWriteArrayList<>();
    private volatile Runnable afterWrite = () -> {};

    /** Creates a store over another. */
    public RecordingStore(GraphStore store) {
        this(
                store,
                new CopyOnWriteArrayList<>(),
                new CopyOnWriteArrayList<>(),
                false,
                new AtomicReference<>(Optional.empty()),
                new AtomicReference<>(method -> {}));
    }

    private RecordingStore(
            GraphStore store,
            List<String> calls,
            List<String> views,
            boolean view,
            AtomicReference<Optional<String>> fullTextMissing,
            AtomicReference<Consumer<String>> beforeCall) {
        this.store = store;
        this.calls = calls;
        this.views = views;
        this.view = view;
        this.fullTextMissing = fullTextMissing;
        this.beforeCall = beforeCall;
    }

    /** Sets the reason for a missing keyword search. */
    public void withoutFullText(String why) {
        fullTextMissing.set(Optional.of(why));
    }

    /** Sets an action before every call, on its thread, which takes the name of the method. */
    public void beforeCall(Consumer<String> action) {
        beforeCall.set(action);
    }

    /** Sets an action after every write. */
    public RecordingStore afterWrite(Runnable action) {
        afterWrite = action;
        return this;
    }

    /** Returns the names of the methods called, in order. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    /** Returns the events of views, in order: "opened", "read" for each call, "closed". */
    public List<String> views() {
        return List.copyOf(views);
    }

    /** Returns the batches written, in order. */
    public List<GraphBatch> writes() {
        return List.copyOf(writes);
    }

    /** Clears the recorded calls and writes. */
    public void forget() {
        calls.clear();
        views.clear();
        writes.clear();
    }

    /** Returns every row, one a line, sorted: equal for equal graphs. */
    public static List<String> rows(GraphStore store) {
        List<String> rows = new ArrayList<>();
        store.latest().scan(new GraphVisitor() {
            @Override
            public void entity(Embedded<Entity> entity) {
                rows.add("entity " + entity.value().id());
            }

            @Override
            public void relation(Embedded<RelationRow> relation) {
                rows.add("relation " + relation.value().id() + " of "
                        + relation.value().key() + " touching "
                        + relation.value().entityIds() + " stated by "
                        + relation.value().passageId());
            }

            @Override
            public void passage(Embedded<Passage> passage) {
                rows.add("passage " + passage.value().id() + " "
                        + passage.value().ordinal() + " of "
                        + passage.value().documentId() + " \"" + passage.value().title() + "\" "
                        + passage.value().statements().size() + " "
                        + passage.value().metadata());
            }
        });
        rows.sort(null);
        return rows;
    }

    /** Removes single rows, as a damaged graph lacks them. */
    public static void removeRows(GraphStore store, RowKind kind, String... ids) {
        String model = store.latest().description().orElseThrow().embeddingModel();
        store.write(GraphBatch.removing(model, Map.of(kind, List.of(ids))));
    }

    private GraphStore called(String method) {
        beforeCall.get().accept(method);
        calls.add(method);
        if (view) {
            views.add("read");
        }
        return store;
    }

    @Override
    public Object identity() {
        return store.identity();
    }

    /** Returns the description without recording the call, since views read it when opened. */
    @Override
    public Optional<GraphDescription> description() {
        return store.latest().description();
    }

    @Override
    public void changeNotes(UnaryOperator<Notes> change) {
        called("notes").changeNotes(change);
    }

    @Override
    public <T> T answer(String lookup, Function<GraphView, T> question) {
        return question.apply(called(lookup).latest());
    }

    @Override
    public void write(GraphBatch batch) {
        called("write").write(batch);
        writes.add(batch);
        afterWrite.run();
    }

    @Override
    public int removeDocuments(Collection<String> documentIds) {
        return called("removeDocuments").removeDocuments(documentIds);
    }

    @Override
    public GraphView view(Consistency consistency) {
        views.add("opened");
        return new RecordingStore(store, calls, views, true, fullTextMissing, beforeCall);
    }

    @Override
    public Optional<String> fullTextMissing() {
        return fullTextMissing.get().or(store.latest()::fullTextMissing);
    }

    /** Returns a narrowed view without recording. */
    @Override
    public GraphView visible(MetadataFilter filter) {
        if (!filter.isEverything()) {
            return store.latest().visible(filter);
        }
        return view ? this : view();
    }

    @Override
    public void close() {
        if (view) {
            views.add("closed");
        } else {
            called("close").close();
        }
    }
}
