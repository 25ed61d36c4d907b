package dev.tern.documents;

import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
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
    private final Map<String, ListedFile> files;

    private final List<String> gaps;
    private final LoadTools tools;

    private FolderScan(RootFolder root, Map<String, ListedFile> files, List<String> gaps, LoadTools tools) {
        this.root = root;
        this.files = files;
        this.gaps = gaps;
        this.tools = tools;
    }

    /**
     * Lists the files of a folder.
     *
     * @param allowed the folders through which to open the folder; empty to open it directly
     */
    static FolderScan of(
            String name,
            Path folder,
            Optional<List<Path>> allowed,
            FolderExclusions folderExclusions,
            LoadTools tools) {
        if (!Files.isDirectory(folder)) {
            throw TernException.user(
                    Files.exists(folder)
                            ? folder + " is a file; only folders are synchronised, and tern add takes a file"
                            : "there is no folder " + folder);
        }
        Map<String, ListedFile> files = new LinkedHashMap<>();
        try {
            RootFolder root = root(folder, allowed);
            if (StoreFolders.is(root, root.self())) {
                throw TernException.user(folder + " is a store of Tern, which holds graphs and no documents");
            }
            FolderTraversal walk = new FolderTraversal(
                    root,
                    name + "/",
                    name + "/",
                    any -> true,
                    Integer.MAX_VALUE,
                    folderExclusions,
                    tools.listener(),
                    new ListingLimits(folder.toString(), tools.limits()));
            List<String> gaps = new ArrayList<>();
            long max = tools.limits().of(LoadLimit.FILES);
            for (FolderTraversal.FoundFile foundFile = walk.next(); foundFile != null; foundFile = walk.next()) {
                ListedFile listedFile = new ListedFile(foundFile.source().file(), FileState.of(foundFile.attributes()));
                if (files.putIfAbsent(foundFile.source().id(), listedFile) != null) {
                    gaps.add("two files have the same displayed name "
                            + foundFile.source().id());
                }
                if (files.size() > max) {
                    throw TernException.user(folder + " holds more than " + LoadLimits.number(max)
                            + " files, which is the limit of one load");
                }
            }
            gaps.addAll(walk.unreadablePlaces());
            return new FolderScan(root, files, gaps, tools);
        } catch (IOException e) {
            throw TernException.user(folder + " " + UnreadableException.reason(e), e);
        }
    }

    static RootFolder root(Path folder, Optional<List<Path>> allowed) throws IOException {
        if (allowed.isEmpty()) {
            return RootFolder.of(folder);
        }
        return RootFolder.containing(allowed.get(), folder)
                .orElseThrow(() -> TernException.user(folder + " is not below an allowed folder"));
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
    public Iterator<ScanResult> compare(UnaryOperator<String> versions) {
        return files.entrySet().stream()
                .map(file -> compareFile(file.getKey(), file.getValue(), versions.apply(file.getKey())))
                .iterator();
    }

    private ScanResult compareFile(String id, ListedFile file, String version) {
        if (version.isEmpty()) {
            return new Changed(id);
        }
        ContentVersion known = ContentVersion.of(version);
        try {
            FileState now = file.state();
            if (now.size().equals(known.first()) && now.changed().equals(known.second())) {
                return new Unchanged(id);
            }
            boolean same = now.size().equals(known.first()) && hash(file.path()).equals(known.hash());
            return same ? new Unchanged(id) : new Changed(id);
        } catch (IOException e) {
            return new Failed(id, UnreadableException.reason(e));
        }
    }

    @Override
    public Loaded load(Changed changed) {
        ListedFile listedFile = files.get(changed.id());
        if (listedFile == null) {
            throw new IllegalArgumentException(changed.id() + " was not listed");
        }
        Path file = listedFile.path();
        try {
            FileState before = state(file);
            Supplier<Optional<String>> unread = tools.skipped();
            Iterator<SourceDocument> documents =
                    tools.reader().read(SourceFile.of(changed.id(), changed.id(), file, false, root));
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
            return Loaded.failed(UnreadableException.reason(e));
        }
    }

    @Override
    public boolean mayHaveChanged(String id, Instant since) {
        ListedFile file = files.get(id);
        return file == null || file.state().millis() >= since.toEpochMilli();
    }

    private FileState state(Path file) throws IOException {
        return FileState.of(root.attributes(file));
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
    private record ListedFile(Path path, FileState state) {}

    /** The size and modification time of a file. */
    private record FileState(long bytes, long millis) {
        static FileState of(BasicFileAttributes attributes) {
            return new FileState(
                    attributes.size(), attributes.lastModifiedTime().toMillis());
        }

        String size() {
            return Long.toString(bytes);
        }

        String changed() {
            return Long.toString(millis);
        }
    }
}
