package dev.tern.spark;

import dev.tern.error.TernException;
import dev.tern.spark.bulk.BulkJournal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The folder of a bulk run, with its results so far and the journal of its import. */
final class StagingFolder implements BulkJournal {
    private static final String JOURNAL = "import.json";
    private static final String OWNER = "run.txt";

    private final FileSystem files;
    private final Path folder;

    StagingFolder(String folder, Configuration hadoop) {
        this.folder = new Path(folder);
        try {
            this.files = this.folder.getFileSystem(hadoop);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Returns the path of a subfolder. */
    String in(String name) {
        return new Path(folder, name).toString();
    }

    /** Returns true if Spark has completed a subfolder. */
    boolean isDone(String name) {
        try {
            return files.exists(new Path(new Path(folder, name), "_SUCCESS"));
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /**
     * Records the description of a run in the folder, unless the folder has the same one already.
     *
     * @throws TernException the user's fault, if the folder has another one
     */
    void claim(String run) {
        Optional<String> owner = text(OWNER);
        if (owner.isEmpty()) {
            put(OWNER, run);
        } else if (!owner.get().equals(run)) {
            throw TernException.user("the folder " + folder + " has the rows of another run (" + owner.get()
                    + "), this is of " + run + ": name another folder, or delete it");
        }
    }

    /** Runs a step and records it as done, unless it is recorded already. */
    void runOnce(String name, Runnable step) {
        String done = name + ".done";
        if (text(done).isEmpty()) {
            step.run();
            put(done, name);
        }
    }

    void delete(String name) {
        delete(new Path(folder, name));
    }

    /** Deletes the folder with its content. */
    void clear() {
        delete(folder);
    }

    private void delete(Path path) {
        try {
            files.delete(path, true);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private Optional<String> text(String name) {
        Path file = new Path(folder, name);
        try {
            if (!files.exists(file)) {
                return Optional.empty();
            }
            try (var in = files.open(file)) {
                return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private void put(String name, String text) {
        Path next = new Path(folder, name + ".next");
        Path file = new Path(folder, name);
        try {
            try (OutputStream out = files.create(next, true)) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            // Hadoop's rename may not replace a file; meanwhile the ".next" file exists.
            files.delete(file, false);
            if (!files.rename(next, file)) {
                throw new IOException("cannot rename " + next);
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public Optional<String> read() {
        // A first write that ended half-way leaves a ".next" file without its last line break.
        return text(JOURNAL).or(() -> text(JOURNAL + ".next").filter(text -> text.endsWith("\n")));
    }

    @Override
    public void write(String text) {
        put(JOURNAL, text + "\n");
    }

    @Override
    public void forget() {
        try {
            files.delete(new Path(folder, JOURNAL), false);
            files.delete(new Path(folder, JOURNAL + ".next"), false);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private TernException failed(IOException e) {
        return TernException.operator("the folder " + folder + " of the bulk run cannot be used: " + e.getMessage(), e);
    }
}
