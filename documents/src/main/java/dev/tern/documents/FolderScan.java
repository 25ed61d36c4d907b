package dev.tern.documents;

import dev.tern.error.TernException;
import dev.tern.graph.Document;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Scans a folder for changes. A file is unchanged if its size and time equal the known version's;
 * if only the time differs, the content is hashed and compared. A file that changes while it is
 * loaded is left for the next scan.
 */
final class FolderScan implements PlaceScan {
    /** The resolution of file times, within which a second change may not show. */
    private static final long ROUGH_MILLIS = 2_000;

    private static final String CHANGED = "was changed while it was read: the next run reads it";

    private final RootFolder root;
    private final Map<String, Listed> files;

    private final List<String> gaps;
    private final LoadTools tools;

    private FolderScan(RootFolder root, Map<String, Listed> files, List<String> gaps, LoadTools tools) {
        this.root = root;
        this.files = files;
        this.gaps = gaps;
        this.tools = tools;
    }

    /**
     * Lists the files of a folder.
     *
     * @param allowed the folders through which it has to be opened; empty to open it directly
     */
    static FolderScan of(String name, Path folder, Optional<List<Path>> allowed, LeftOut leftOut, LoadTools tools) {
        if (!Files.isDirectory(folder)) {
            throw TernException.user(
                    Files.exists(folder)
                            ? folder + " is a file, and what is kept in step is a folder; tern add takes a file"
                            : "there is no folder " + folder);
        }
        Map<String, Listed> files = new LinkedHashMap<>();
        try {
            RootFolder root = root(folder, allowed);
            if (TernStore.is(root, root.self())) {
                throw TernException.user(folder + " is a store of Tern, which holds graphs and no documents");
            }
            FileWalk walk = new FileWalk(
                    root,
                    name + "/",
                    name + "/",
                    any -> true,
                    Integer.MAX_VALUE,
                    leftOut,
                    tools.listener(),
                    new ListingLimits(folder.toString(), tools.limits()));
            List<String> gaps = new ArrayList<>();
            long most = tools.limits().of(LoadLimit.FILES);
            for (FileWalk.Found found = walk.next(); found != null; found = walk.next()) {
                Listed listed = new Listed(found.source().file(), State.of(found.attributes()));
                if (files.putIfAbsent(found.source().id(), listed) != null) {
                    gaps.add("two files have names that are shown as "
                            + found.source().id());
                }
                if (files.size() > most) {
                    throw TernException.user(folder + " holds more than " + LoadLimits.number(most)
                            + " files, which is the limit of one load");
                }
            }
            gaps.addAll(walk.unread());
            return new FolderScan(root, files, gaps, tools);
        } catch (IOException e) {
            throw TernException.user(folder + " " + FileReason.of(e), e);
        }
    }

    private static RootFolder root(Path folder, Optional<List<Path>> allowed) throws IOException {
        if (allowed.isEmpty()) {
            return RootFolder.of(folder);
        }
        return RootFolder.within(allowed.get(), folder)
                .orElseThrow(() -> TernException.user(folder + " is below no folder that may be read"));
    }

    @Override
    public Kind kind() {
        return Kind.FOLDER;
    }

    @Override
    public Set<String> ids() {
        return Collections.unmodifiableSet(files.keySet());
    }

    @Override
    public List<String> gaps() {
        return List.copyOf(gaps);
    }

    @Override
    public Iterator<Found> compare(UnaryOperator<String> versions) {
        return files.entrySet().stream()
                .map(file -> compared(file.getKey(), file.getValue(), versions.apply(file.getKey())))
                .iterator();
    }

    private Found compared(String id, Listed file, String version) {
        if (version.isEmpty()) {
            return new Changed(id);
        }
        ContentVersion known = ContentVersion.of(version);
        try {
            State now = file.state();
            if (now.size().equals(known.first()) && now.changed().equals(known.second())) {
                return new Unchanged(id);
            }
            boolean same = now.size().equals(known.first()) && hash(file.path()).equals(known.hash());
            return same ? new Unchanged(id) : new Changed(id);
        } catch (IOException e) {
            return new Failed(id, FileReason.of(e));
        }
    }

    @Override
    public Loaded load(Changed changed) {
        Listed listed = files.get(changed.id());
        if (listed == null) {
            throw new IllegalArgumentException(changed.id() + " was not listed");
        }
        Path file = listed.path();
        try {
            State before = state(file);
            Supplier<Optional<String>> unread = tools.skipped();
            Iterator<Document> documents =
                    tools.reader().read(OpenedPlace.ofFound(changed.id(), changed.id(), root, file));
            String hash = hash(file);
            if (!state(file).equals(before)) {
                return Loaded.failed(CHANGED);
            }
            boolean settled = before.millis() < System.currentTimeMillis() - ROUGH_MILLIS;
            String time = settled ? before.changed() : "";
            return Loaded.of(new ContentVersion(hash, before.size(), time).line(), documents, unread);
        } catch (UnreadableException e) {
            return Loaded.failed(e);
        } catch (IOException e) {
            return Loaded.failed(FileReason.of(e));
        }
    }

    private State state(Path file) throws IOException {
        return State.of(root.attributes(file));
    }

    private String hash(Path file) throws IOException {
        try (InputStream in = root.open(file)) {
            return ContentVersion.hash(in);
        }
    }

    @Override
    public void close() {
        tools.close();
    }

    /** A file by its path below the root, with its state when listed. */
    private record Listed(Path path, State state) {}

    /** The size and modification time of a file. */
    private record State(long bytes, long millis) {
        static State of(BasicFileAttributes attributes) {
            return new State(attributes.size(), attributes.lastModifiedTime().toMillis());
        }

        String size() {
            return Long.toString(bytes);
        }

        String changed() {
            return Long.toString(millis);
        }
    }
}
