package dev.tern.note;

import dev.tern.text.Beginning;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder or site that a graph is kept in step with, and what came of the last run: a note, so that it goes where the graph
 * goes. Which documents belong to it stands in their metadata and in no list here: a note is written twice a run, however many
 * documents there are.
 *
 * @param name what it is called, by which its documents know it
 * @param address the path or address
 * @param kind folder, sitemap, feed or page
 * @param exclude the patterns that are left out of a folder
 * @param state how the last run ended
 * @param started when the last run began
 * @param ended when it ended; empty while it is under way, and after a kill
 * @param counts what the last run that ended did
 * @param failures what gave no document in it and why, at most {@value #MAX_FAILURES} of them
 * @param remark what else is to be said of the last run, such as why nothing was removed; may be empty
 * @param made who added it, and when
 */
public record SyncedSource(
        String name,
        String address,
        String kind,
        List<String> exclude,
        State state,
        Instant started,
        Optional<Instant> ended,
        Counts counts,
        List<String> failures,
        String remark,
        Note.Act made) {
    /** The kind of the notes that are sources. */
    public static final String KIND = "source";

    /** The most failures that are kept. */
    public static final int MAX_FAILURES = 10;

    /** The most characters of a failure or a remark that are kept. */
    public static final int MAX_CHARACTERS = 300;

    /** The name in a document's metadata under which stands the source that it belongs to. */
    public static final String METADATA = "sync_source";

    /** Copies the lists, and shortens what is longer than is kept. */
    public SyncedSource {
        exclude = List.copyOf(exclude);
        started = started.truncatedTo(ChronoUnit.SECONDS);
        ended = ended.map(at -> at.truncatedTo(ChronoUnit.SECONDS));
        failures = failures.stream()
                .limit(MAX_FAILURES)
                .map(failure -> Beginning.of(failure, MAX_CHARACTERS))
                .toList();
        remark = Beginning.of(remark, MAX_CHARACTERS);
    }

    /** How a run ended. */
    public enum State {
        /** It is under way, or was killed. */
        RUNNING,
        /** It came to its end. */
        DONE,
        /** It broke off: an interruption, a budget, a failure of the store or of a model. */
        STOPPED
    }

    /**
     * What a run did, in files and pages.
     *
     * @param documents that the graph has of the source at the end
     * @param failed that gave no document; what the graph had of them stays
     */
    public record Counts(long documents, long added, long replaced, long removed, long unchanged, long failed) {
        /** Of a source that has no run behind it. */
        public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);
    }

    /** Tells whether a place is named by an address of the web. */
    public static boolean isSite(String address) {
        return address.matches("(?i)https?://.*");
    }

    /** This source as a place of a kind. */
    public SyncedSource of(String newKind) {
        return new SyncedSource(name, address, newKind, exclude, state, started, ended, counts, failures, remark, made);
    }

    /** This source with a run that ended. */
    public SyncedSource ended(Instant now, State how, Counts did, List<String> problems, String said) {
        return new SyncedSource(
                name, address, kind, exclude, how, started, Optional.of(now), did, problems, said, made);
    }

    /** This source without the failures and the remark that say something. */
    public SyncedSource without(Predicate<String> saying) {
        List<String> rest = failures.stream().filter(saying.negate()).toList();
        String left = saying.test(remark) ? "" : remark;
        return new SyncedSource(name, address, kind, exclude, state, started, ended, counts, rest, left, made);
    }

    /** What a note of this kind says; a value that is missing or is none is the least there can be. */
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
                Stream.of(State.values())
                        .filter(state -> state.name().equals(text.apply("state")))
                        .findFirst()
                        .orElse(State.STOPPED),
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

    /** The note that says so. */
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
        return Note.of(KIND, content, made);
    }

    private static List<String> number(long value) {
        return List.of(Long.toString(value));
    }

    /**
     * The sources among some notes, by name. Where two notes are about one source, as when two copies of a graph were brought
     * together, that of the later run counts.
     */
    public static List<SyncedSource> in(Notes notes) {
        return notes.all().stream()
                .filter(note -> note.kind().equals(KIND))
                .map(SyncedSource::of)
                .collect(Collectors.toMap(
                        SyncedSource::name,
                        Function.identity(),
                        (one, other) -> one.started().isBefore(other.started()) ? other : one,
                        LinkedHashMap::new))
                .values()
                .stream()
                .sorted(Comparator.comparing(SyncedSource::name))
                .toList();
    }

    /** Notes with this source in place of what they say of it. */
    public Notes putInto(Notes notes) {
        return without(notes, name).with(List.of(note()));
    }

    /** Notes that say nothing of a source. */
    public static Notes without(Notes notes, String name) {
        return notes.without(notes.all().stream()
                .filter(note -> note.kind().equals(KIND) && of(note).name().equals(name))
                .map(Note::id)
                .toList());
    }
}
