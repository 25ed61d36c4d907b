package dev.tern.documents.sync;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tern.error.TernException;
import dev.tern.files.AtomicFile;
import dev.tern.files.ProcessLock;
import dev.tern.note.Notes;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A file that records the sources of a store, and the passages of their documents: an append-only
 * log of JSON lines, in which the last line of a document counts. Lines are forced to disk; a
 * truncated last line is ignored. Locked while it is open. Not thread-safe.
 */
final class SyncLedger implements AutoCloseable {
    private static final String FIRST_LINE = "{\"ledger\":\"tern-sync\",\"format\":1}";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int FEW_LINES = 1_000;

    private final Path file;
    private final ProcessLock lock;
    private final Map<String, Entry> documents = new LinkedHashMap<>();
    private Notes notes = Notes.NONE;
    private int lines;

    /**
     * A document, and its passages in the store.
     *
     * @param id the document's id
     * @param source the name of its source
     * @param item the id of the file or page that contains the document
     * @param version identifies the content of the file or page; empty while a write may be
     *     incomplete
     * @param passages the ids of its passages; with an empty version, of all that the store may
     *     have; none if the document is gone
     */
    record Entry(String id, String source, String item, String version, List<String> passages) {
        Entry {
            passages = List.copyOf(passages);
        }

        Entry begun(List<String> mayHave) {
            return new Entry(id, source, item, "", mayHave);
        }

        private boolean isGone() {
            return version.isEmpty() && passages.isEmpty();
        }
    }

    private SyncLedger(Path file, ProcessLock lock) {
        this.file = file;
        this.lock = lock;
    }

    /**
     * Opens a ledger, or creates one.
     *
     * @throws TernException the user's fault, if another run uses the ledger, the file is no
     *     ledger, or the thread is interrupted; the operator's, if it cannot be locked; the
     *     store's, if it cannot be read or is damaged
     */
    static SyncLedger open(Path file) {
        Path lockFile = file.resolveSibling(file.getFileName() + ".lock");
        try {
            ProcessLock lock = ProcessLock.tryTake(lockFile)
                    .orElseThrow(() -> TernException.user(
                            "another run uses the ledger " + file + ": wait for its end, or stop it"));
            SyncLedger ledger = new SyncLedger(file, lock);
            try {
                ledger.read();
            } catch (RuntimeException | Error e) {
                ledger.close();
                throw e;
            }
            return ledger;
        } catch (IOException e) {
            throw TernException.operator("the ledger " + file + " cannot be locked: " + e.getMessage(), e);
        }
    }

    /** Throws, as the user's fault, if the thread is interrupted; a later run then resumes. */
    static void requireUninterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw TernException.user(
                    "the run was interrupted; its documents so far are kept, and the next run resumes");
        }
    }

    private void read() {
        requireUninterrupted();
        if (!Files.exists(file)) {
            compact();
            return;
        }
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            throw TernException.store("the ledger " + file + " cannot be read: " + e.getMessage(), e);
        }
        if (!text.startsWith(FIRST_LINE + "\n")) {
            throw TernException.user(
                    file + " is not a ledger of this version of Tern: name another file, or delete it");
        }
        int start = FIRST_LINE.length() + 1;
        for (int end = text.indexOf('\n', start); end >= 0; end = text.indexOf('\n', start)) {
            lines++;
            readLine(text.substring(start, end));
            start = end + 1;
        }
        if (start < text.length()) {
            compact();
        }
    }

    private void readLine(String line) {
        try {
            JsonNode node = JSON.readTree(line);
            JsonNode sources = node.get("sources");
            if (sources == null) {
                add(JSON.treeToValue(node, Entry.class));
            } else {
                List<String> kept = new ArrayList<>();
                sources.forEach(source -> kept.add(source.asText()));
                notes = Notes.ofLines(kept);
            }
        } catch (JsonProcessingException | NullPointerException e) {
            throw TernException.store(
                    "the ledger " + file + " is damaged in line " + (lines + 1)
                            + ": restore it from a backup, or delete it and the next run adds every document again",
                    e);
        }
    }

    private void add(Entry entry) {
        if (entry.isGone()) {
            documents.remove(entry.id());
        } else {
            documents.put(entry.id(), entry);
        }
    }

    Optional<Entry> document(String id) {
        return Optional.ofNullable(documents.get(id));
    }

    Collection<Entry> documents() {
        return documents.values();
    }

    void put(List<Entry> entries) {
        entries.forEach(this::add);
        append(entries.stream().map(SyncLedger::json).toList());
    }

    /** Forgets all documents, if {@code lasting} in the file too. */
    void forgetDocuments(boolean lasting) {
        documents.clear();
        if (lasting) {
            compact();
        }
    }

    Notes notes() {
        return notes;
    }

    /** Records the notes of the sources, and compacts a file with many outdated lines. */
    void notes(Notes now) {
        notes = now;
        append(List.of(sources()));
        if (lines > 2 * documents.size() + FEW_LINES && !Thread.currentThread().isInterrupted()) {
            compact();
        }
    }

    private String sources() {
        return json(Map.of("sources", notes.lines()));
    }

    private static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new AssertionError("texts and lists are JSON", e);
        }
    }

    /** Appends lines and forces them to disk, through a stream that an interrupt does not close. */
    private void append(List<String> added) {
        if (added.isEmpty()) {
            return;
        }
        lines += added.size();
        try (FileOutputStream out = new FileOutputStream(file.toFile(), true)) {
            out.write((String.join("\n", added) + "\n").getBytes(StandardCharsets.UTF_8));
            out.getFD().sync();
        } catch (IOException e) {
            throw TernException.store("the ledger " + file + " cannot be written: " + e.getMessage(), e);
        }
    }

    /** Rewrites the ledger without outdated lines. */
    private void compact() {
        List<String> all = new ArrayList<>(List.of(FIRST_LINE));
        if (!notes.isEmpty()) {
            all.add(sources());
        }
        documents.values().forEach(entry -> all.add(json(entry)));
        byte[] bytes = (String.join("\n", all) + "\n").getBytes(StandardCharsets.UTF_8);
        AtomicFile.write(file, true, to -> {
            to.write(bytes);
            return bytes.length;
        });
        lines = all.size() - 1;
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw TernException.operator("the ledger " + file + " cannot be unlocked: " + e.getMessage(), e);
        }
    }
}
