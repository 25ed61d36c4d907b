package dev.tern.documents;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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
 * What a folder holds. A file whose size and time are those of its version is not read. One whose time alone is another is read and
 * compared. One that changes while it is loaded is left for the next time.
 */
final class FolderScan implements PlaceScan {
    /** File systems keep times as roughly as this: what was changed so lately may change again and show no other time. */
    private static final long ROUGH_MILLIS = 2_000;

    private static final String CHANGED = "was changed while it was read: the next run reads it";

    private final Map<String, Path> files;
    private final List<String> gaps;
    private final LoadTools tools;

    private FolderScan(Map<String, Path> files, List<String> gaps, LoadTools tools) {
        this.files = files;
        this.gaps = gaps;
        this.tools = tools;
    }

    static FolderScan of(String name, Path folder, LeftOut leftOut, LoadTools tools) {
        if (!Files.isDirectory(folder)) {
            throw TernException.user(
                    Files.exists(folder)
                            ? folder + " is a file, and what is kept in step is a folder; tern add takes a file"
                            : "there is no folder " + folder);
        }
        if (TernStore.is(folder)) {
            throw TernException.user(folder + " is a store of Tern, which holds graphs and no documents");
        }
        Map<String, Path> files = new LinkedHashMap<>();
        try {
            FileWalk walk = new FileWalk(
                    folder, name + "/", name + "/", any -> true, Integer.MAX_VALUE, leftOut, tools.listener());
            List<String> gaps = new ArrayList<>();
            long most = tools.limits().of(LoadLimit.FILES);
            for (FileWalk.Found found = walk.next(); found != null; found = walk.next()) {
                if (files.putIfAbsent(found.source().id(), found.source().file()) != null) {
                    gaps.add("two files have names that are shown as "
                            + found.source().id());
                }
                if (files.size() > most) {
                    throw TernException.user(folder + " holds more than " + LoadLimits.number(most)
                            + " files, which is the limit (" + LoadLimit.FILES.key() + ")");
                }
            }
            gaps.addAll(walk.unread());
            return new FolderScan(files, gaps, tools);
        } catch (IOException e) {
            throw TernException.user(folder + " " + FileReason.of(e), e);
        }
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
        Iterator<Map.Entry<String, Path>> each = files.entrySet().iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return each.hasNext();
            }

            @Override
            public Found next() {
                Map.Entry<String, Path> file = each.next();
                return compared(file.getKey(), file.getValue(), versions.apply(file.getKey()));
            }
        };
    }

    private static Found compared(String id, Path file, String version) {
        if (version.isEmpty()) {
            return new Changed(id);
        }
        ContentVersion known = ContentVersion.of(version);
        try {
            State now = State.of(file);
            if (now.size().equals(known.first()) && now.changed().equals(known.second())) {
                return new Unchanged(id);
            }
            boolean same = now.size().equals(known.first())
                    && ContentVersion.hash(file).equals(known.hash());
            return same ? new Unchanged(id) : new Changed(id);
        } catch (IOException e) {
            return new Failed(id, FileReason.of(e));
        }
    }

    @Override
    public Loaded load(Changed changed) {
        Path file = files.get(changed.id());
        if (file == null) {
            throw new IllegalArgumentException(changed.id() + " was not listed");
        }
        try {
            State before = State.of(file);
            Supplier<Optional<String>> unread = tools.skipped();
            DocumentReader.Reading reading =
                    tools.reader().reading(OpenedPlace.ofFile(changed.id(), changed.id(), file, false));
            String hash = ContentVersion.hash(file);
            if (!State.of(file).equals(before)) {
                return Loaded.failed(CHANGED);
            }
            boolean settled = before.millis() < System.currentTimeMillis() - ROUGH_MILLIS;
            String time = settled ? before.changed() : "";
            return new Loaded(
                    new ContentVersion(hash, before.size(), time).line(),
                    reading.documents(),
                    Optional.empty(),
                    reading.later() ? () -> changed(file, before).or(unread) : unread);
        } catch (UnreadableException e) {
            return Loaded.failed(e.reason());
        } catch (IOException e) {
            return Loaded.failed(FileReason.of(e));
        }
    }

    /** That a file is another one than before. */
    private static Optional<String> changed(Path file, State before) {
        try {
            return State.of(file).equals(before) ? Optional.empty() : Optional.of(CHANGED);
        } catch (IOException e) {
            return Optional.of(CHANGED);
        }
    }

    @Override
    public void close() {
        tools.close();
    }

    /** A file as its folder shows it. */
    private record State(long bytes, long millis) {
        static State of(Path file) throws IOException {
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
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
