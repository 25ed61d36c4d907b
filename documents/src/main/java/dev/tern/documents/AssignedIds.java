package dev.tern.documents;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The ids that one load assigns to files. No two files may have the same id, because the second
 * would replace the first. A claim is compared with the folders above it and the claims below it,
 * not with all claims.
 */
final class AssignedIds {
    /** Real paths by the id of a file or the id prefix of a folder. */
    private final TreeMap<String, Path> below = new TreeMap<>();

    /** Claimed folders by id prefix; the empty prefix is the folder where relative paths start. */
    private final Map<String, Path> folders = new HashMap<>();

    /**
     * Claims the id of a file.
     *
     * @throws TernException the user's fault, if another file has or could have it
     */
    void file(String id, Path file) throws IOException {
        Path real = file.toRealPath();
        if (!below.containsKey(id)) {
            checkAbove(id, real);
        }
        assign(id, real);
    }

    /**
     * Claims the ids of the files in a folder and below it.
     *
     * @param prefix their common prefix, empty or ending with a slash
     * @throws TernException the user's fault, if a file elsewhere has or could have one of them
     */
    void folder(String prefix, Path folder) throws IOException {
        Path real = folder.toRealPath();
        if (!folders.containsKey(prefix)) {
            checkAbove(prefix, real);
            for (Map.Entry<String, Path> claimed : below.tailMap(prefix, false).entrySet()) {
                String id = claimed.getKey();
                if (!id.startsWith(prefix)) {
                    break;
                }
                check(id, claimed.getValue(), realOf(real, id.substring(prefix.length())));
            }
        }
        assign(prefix, real);
        folders.put(prefix, real);
    }

    private void checkAbove(String id, Path real) throws IOException {
        for (int end = 0; end >= 0 && end < id.length(); end = nextPrefixEnd(id, end)) {
            Path folder = folders.get(id.substring(0, end));
            if (folder != null) {
                Path claimed = realOf(folder, id.substring(end));
                if (claimed != null) {
                    check(id, claimed, real);
                }
            }
        }
    }

    /** Returns the end of the next longer prefix, after its slash; -1 after the last. */
    private static int nextPrefixEnd(String id, int end) {
        int slash = id.indexOf('/', end);
        return slash < 0 ? -1 : slash + 1;
    }

    private static @Nullable Path realOf(Path folder, String rest) throws IOException {
        Path path = folder.resolve(rest);
        return Files.exists(path) ? path.toRealPath() : null;
    }

    private void assign(String id, Path real) {
        Path before = below.putIfAbsent(id, real);
        if (before != null) {
            check(id, before, real);
        }
    }

    private static void check(String id, Path claimed, @Nullable Path real) {
        if (real != null && !claimed.equals(real)) {
            throw TernException.user(claimed + " and " + real + " would both have the id \"" + id
                    + "\": give paths from a common parent folder");
        }
    }
}
