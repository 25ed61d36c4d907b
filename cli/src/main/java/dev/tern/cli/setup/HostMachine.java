package dev.tern.cli.setup;

import dev.tern.files.LocaleText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The machine that Tern runs on.
 *
 * @param processors the number of usable processors
 * @param heapBytes the maximum size of the heap of this process
 * @param temporary the folder of temporary files
 * @param characters the encoding of arguments and of names of files
 */
record HostMachine(String java, int processors, long heapBytes, Path temporary, String characters) {
    private static final String SUBJECT = "machine";
    private static final long MB = 1 << 20;

    /** The minimum heap in bytes; less is untested. The parser process has a heap of its own. */
    private static final long MIN_HEAP = 128 * MB;

    private static final long LITTLE_DISK = 1024 * MB;
    private static final long NO_DISK = 100 * MB;

    static HostMachine current() {
        return new HostMachine(
                Runtime.version().toString(),
                Runtime.getRuntime().availableProcessors(),
                Runtime.getRuntime().maxMemory(),
                Path.of(System.getProperty("java.io.tmpdir")),
                LocaleText.ENCODING);
    }

    /**
     * Returns findings on the heap, the free disk space and the encoding.
     *
     * @param kept the folder of the store, which need not exist
     */
    List<Finding> findings(Path kept) {
        List<Finding> findings = new ArrayList<>();
        String facts = "Java " + java + ", " + processors + (processors == 1 ? " processor, " : " processors, ")
                + heapBytes / MB + " MB of heap at most";
        findings.add(
                heapBytes < MIN_HEAP
                        ? Finding.fault(
                                SUBJECT,
                                facts + ": Tern needs " + MIN_HEAP / MB + " MB",
                                "give this machine or container more memory, or set TERN_JAVA_OPTS=-Xmx512m")
                        : Finding.ok(SUBJECT, facts));
        findings.add(room("where the store is", existing(kept)));
        findings.add(room("for temporary files", temporary));
        if (!characters.equalsIgnoreCase("UTF-8")) {
            findings.add(Finding.fault(
                    SUBJECT,
                    "arguments and names of files are read as " + characters + ", which lacks most letters",
                    "export LC_ALL=C.UTF-8"));
        }
        return findings;
    }

    private static Finding room(String use, Path folder) {
        try {
            if (!Files.isWritable(folder)) {
                return Finding.fault(
                        SUBJECT,
                        "nothing can be written " + use + ", in " + folder,
                        "chmod u+w " + folder + ", or choose another folder");
            }
            long free = Files.getFileStore(folder).getUsableSpace();
            String sentence = String.format(Locale.ROOT, "%,d MB of disk are free %s, in %s", free / MB, use, folder);
            return free < NO_DISK
                    ? Finding.fault(
                            SUBJECT, sentence + "; adding will fail", "free some disk, or choose another folder")
                    : free < LITTLE_DISK
                            ? Finding.note(
                                    SUBJECT,
                                    sentence + "; 90,000 statements take some 310 MB",
                                    "free some disk, or choose another folder")
                            : Finding.ok(SUBJECT, sentence);
        } catch (IOException e) {
            return Finding.fault(
                    SUBJECT, "the disk of " + folder + " cannot be read: " + e.getMessage(), "choose another folder");
        }
    }

    /** Returns a folder, or its nearest existing parent. */
    static Path existing(Path folder) {
        Path there = folder.toAbsolutePath().normalize();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        return there;
    }
}
