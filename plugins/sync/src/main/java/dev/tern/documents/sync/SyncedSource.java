package dev.tern.documents.sync;

import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.text.TextTruncation;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder or site synchronised with a graph, and the result of the last run; stored as a note of
 * the graph.
 *
 * @param name the name, which is in the metadata of its documents
 * @param address the path or address
 * @param kind folder, sitemap, feed or page
 * @param exclude patterns of ignored files of a folder
 * @param state the state of the last run
 * @param started the start of the last run
 * @param ended the end of the last run; empty while the run goes on, and after its process was
 *     killed
 * @param counts the counts of the last finished run
 * @param failures files or pages that could not be added, with the reason; at most {@value
 *     #MAX_FAILURES}
 * @param remark a sentence about the last run, such as why no document was removed; may be empty
 * @param made the author and time of its creation
 */
public record SyncedSource(
        String name,
        String address,
        String kind,
        List<String> exclude,
        SyncedState state,
        Instant started,
        Optional<Instant> ended,
        Counts counts,
        List<String> failures,
        String remark,
        Note.Act made) {
    /** The maximum number of failures kept. */
    public static final int MAX_FAILURES = 50;

    /** The maximum number of characters of a failure or a remark; the rest is cut off. */
    public static final int MAX_CHARACTERS = 300;

    /** Copies the lists; truncates lists and texts to their limits, and instants to seconds. */
    public SyncedSource {
        exclude = List.copyOf(exclude);
        started = started.truncatedTo(ChronoUnit.SECONDS);
        ended = ended.map(at -> at.truncatedTo(ChronoUnit.SECONDS));
        failures = failures.stream()
                .limit(MAX_FAILURES)
                .map(failure -> TextTruncation.of(failure, MAX_CHARACTERS))
                .toList();
        remark = TextTruncation.of(remark, MAX_CHARACTERS);
    }

    /** The state of a run. */
    public enum SyncedState {
        /** The run is still going on, or was killed. */
        RUNNING,
        /** The run has ended normally. */
        DONE,
        /** The run ended early: interrupted, budget spent, or the store or a model failed. */
        STOPPED
    }

    /**
     * Counts of a run, in files and pages.
     *
     * @param documents documents of the source that are in the graph after the run
     * @param failed files or pages that could not be added; their earlier documents are kept
     */
    public record Counts(long documents, long added, long replaced, long removed, long unchanged, long failed) {
        /** The counts of a source without a run. */
        public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);
    }

    /** Returns this source with another kind. */
    public SyncedSource withKind(String newKind) {
        return new SyncedSource(name, address, newKind, exclude, state, started, ended, counts, failures, remark, made);
    }

    /** Returns this source with a finished run. */
    public SyncedSource ended(Instant now, SyncedState how, Counts did, List<String> problems, String said) {
        return new SyncedSource(
                name, address, kind, exclude, how, started, Optional.of(now), did, problems, said, made);
    }

    /** Returns true if this failure is among the {@link #failures}, as truncated there. */
    public boolean hasFailure(String failure) {
        return failures.contains(TextTruncation.of(failure, MAX_CHARACTERS));
    }

    /** Returns the source of a note; invalid values become zero, empty or {@code STOPPED}. */
    public static SyncedSource of(Note note) {
        Map<String, List<String>> content = note.content();
        Function<String, String> text = name ->
                content.getOrDefault(name, List.of()).stream().findFirst().orElse("");
        Function<String, Long> number =
                name -> text.apply(name).matches("\\d{1,18}") ? Long.valueOf(text.apply(name)) : 0;
        return new SyncedSource(
                text.apply("name"),
                text.apply("address"),
                text.apply("place"),
                content.getOrDefault("exclude", List.of()),
                Stream.of(SyncedState.values())
                        .filter(state -> state.name().equals(text.apply("state")))
                        .findFirst()
                        .orElse(SyncedState.STOPPED),
                Instant.ofEpochSecond(number.apply("started")),
                Optional.of(number.apply("ended")).filter(at -> at > 0).map(Instant::ofEpochSecond),
                new Counts(
                        number.apply("documents"),
                        number.apply("added"),
                        number.apply("replaced"),
                        number.apply("removed"),
                        number.apply("unchanged"),
                        number.apply("failed")),
                content.getOrDefault("failures", List.of()),
                text.apply("remark"),
                note.made());
    }

    private Note note() {
        Map<String, List<String>> content = new HashMap<>();
        content.put("name", List.of(name));
        content.put("address", List.of(address));
        content.put("place", List.of(kind));
        content.put("exclude", exclude);
        content.put("state", List.of(state.name()));
        content.put("started", number(started.getEpochSecond()));
        ended.ifPresent(at -> content.put("ended", number(at.getEpochSecond())));
        content.put("documents", number(counts.documents()));
        content.put("added", number(counts.added()));
        content.put("replaced", number(counts.replaced()));
        content.put("removed", number(counts.removed()));
        content.put("unchanged", number(counts.unchanged()));
        content.put("failed", number(counts.failed()));
        content.put("failures", failures);
        content.put("remark", List.of(remark));
        return Note.of(Notes.SOURCE, content, made);
    }

    private static List<String> number(long value) {
        return List.of(Long.toString(value));
    }

    /**
     * Returns the sources among some notes, by name. If two notes describe one source, for example
     * after two copies of a graph were merged, the note with the later run counts.
     */
    public static List<SyncedSource> in(Notes notes) {
        return List.copyOf(notes.all().stream()
                .filter(note -> note.kind().equals(Notes.SOURCE))
                .map(SyncedSource::of)
                .collect(Collectors.toMap(
                        SyncedSource::name,
                        Function.identity(),
                        (one, other) -> one.started().isBefore(other.started()) ? other : one,
                        TreeMap::new))
                .values());
    }

    /** Returns notes in which this source replaces its earlier note. */
    public Notes putInto(Notes notes) {
        return without(notes, name).with(List.of(note()));
    }

    /** Returns notes without a source. */
    public static Notes without(Notes notes, String name) {
        return notes.without(notes.all().stream()
                .filter(note ->
                        note.kind().equals(Notes.SOURCE) && of(note).name().equals(name))
                .map(Note::id)
                .toList());
    }
}
