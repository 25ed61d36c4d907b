package dev.tern.documents;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** Detects folders in which Tern keeps graphs; their files are never documents. */
final class StoreFolders {
    /** The name of the marker file in a store's folder. */
    static final String MARKER = "tern-store";

    private static final byte[] MARK = "This directory is a Tern store".getBytes(StandardCharsets.UTF_8);

    private StoreFolders() {}

    static boolean is(Path folder) {
        try {
            RootFolder root = RootFolder.of(folder);
            return is(root, root.self());
        } catch (IOException e) {
            return false;
        }
    }

    static boolean is(RootFolder root, Path relative) {
        try (InputStream in = root.open(relative.resolve(MARKER))) {
            return Arrays.equals(in.readNBytes(MARK.length), MARK);
        } catch (IOException e) {
            return false;
        }
    }
}
