package dev.tern.documents;

import dev.tern.documents.temporary.TemporaryFolder;
import dev.tern.error.TernException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads documents from files, folders, patterns such as {@code reports/**}{@code /*.pdf}, standard
 * input ({@code -}) and http or https addresses.
 *
 * <p>Text, Markdown, HTML, PDF, docx, pptx, xlsx, csv, tsv, epub, mail, rtf, OpenDocument,
 * notebooks, JSON, JSON lines and XML are read, and pictures with OCR. The type is detected from
 * content, extension and HTTP header; {@code .eml} and {@code .mbox} are always mail. A document
 * that cannot be read is reported to a {@link LoadListener}, and the others are loaded.
 * Thread-safe. A load keeps a parser process from the first document that needs one until the load
 * ends. While all {@link LoadLimit#PARSERS} are in use, other loads of this loader wait.
 *
 * <p>Ids, metadata and statements come from a corpus of JSON lines only if its file is named as a
 * place or is standard input. A corpus found in a folder, uploaded or fetched is untrusted, and
 * only its texts are read.
 */
public final class SourceLoader {
    /** The place that denotes standard input. */
    public static final String STANDARD_INPUT = "-";

    private final LoadSettings settings;
    private final FolderExclusions folderExclusions;
    private final Optional<List<Path>> synced;

    private SourceLoader(LoadSettings settings, FolderExclusions folderExclusions, Optional<List<Path>> synced) {
        this.settings = settings;
        this.folderExclusions = folderExclusions;
        this.synced = synced;
    }

    /** Returns a builder with default limits, no patterns, and pages of the open internet only. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Counts the files and addresses to load, without opening any.
     *
     * @param places as for {@link #load}
     * @param directory the base of relative paths
     * @throws TernException if a limit on files or listing is exceeded, two places would give their
     *     files the same ids, or a pattern is invalid
     */
    public Listing list(List<String> places, Path directory) {
        List<String> skipped = new ArrayList<>();
        LoadListener naming = new LoadListener() {
            @Override
            public void skipped(String source, String reason) {
                if (skipped.size() < Listing.MAX_NAMED_SKIPPED) {
                    skipped.add(source + " " + reason);
                }
            }
        };
        PlaceReader targets =
                new PlaceReader(places, directory, folderExclusions, new PrintableListener(naming), settings.limits());
        long files = 0;
        long bytes = 0;
        long streams = 0;
        for (PlaceReader.Target target = targets.next(); target != null; target = targets.next()) {
            settings.limits().checkFiles(files + streams + 1);
            if (target instanceof PlaceReader.OneFile file) {
                files++;
                bytes += file.bytes();
            } else {
                streams++;
            }
        }
        return new Listing(files, bytes, streams, skipped);
    }

    /**
     * Loads the documents of some places, one at a time as the caller iterates.
     *
     * <p>The id of a file is its path as given, with slashes; if the path is absolute, leads
     * upwards or is the current folder, the id is the path from the folder that contains the named
     * place. The id of a page is its canonical address without apparent secrets. The id of standard
     * input is configured. Documents of a trusted corpus, as defined above, keep their ids; in any
     * other corpus, they begin with the id of its file.
     *
     * @param places files, folders, patterns, addresses or {@code -}
     * @param directory the base of relative paths
     * @param standardInput the stream for {@code -}; it is not closed
     * @param listener receives the events of the load
     */
    public LoadedDocuments load(List<String> places, Path directory, InputStream standardInput, LoadListener listener) {
        PrintableListener plain = new PrintableListener(listener);
        PlaceReader targets = new PlaceReader(places, directory, folderExclusions, plain, settings.limits());
        return new LoadedDocuments(settings, targets, standardInput, plain);
    }

    /**
     * Loads the documents of an uploaded file, which stays in place.
     *
     * @param name the sender's name of the file: the document's id and a type hint, never a path
     * @param listener receives the events of the load
     */
    public LoadedDocuments loadUpload(String name, Path file, LoadListener listener) {
        PrintableListener plain = new PrintableListener(listener);
        PlaceReader targets = PlaceReader.ofUpload(SourceFile.ofUpload(name, file), sizeOf(file));
        return new LoadedDocuments(settings, targets, InputStream.nullInputStream(), plain);
    }

    /** Returns a file's size for the progress bar; 0 if it cannot be read. */
    private static long sizeOf(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    /**
     * Returns the name with which the ids of a folder's files begin: its path as given, or its last
     * name if the path is absolute, leads upwards or is the current folder.
     *
     * @param directory the base of relative paths
     * @throws InvalidPathException if {@code place} is no path
     */
    public static String folderName(String place, Path directory) {
        return PlaceReader.folderName(place, directory);
    }

    /** Returns an address for display: without user information, apparent secrets and fragment. */
    public static String shownAddress(String address) {
        return WebAddress.withoutSecrets(address);
    }

    /**
     * Returns a loader that obeys ignore files, and excludes by the given patterns in place of its
     * own. Both loaders share one limit of parser processes.
     *
     * @throws TernException if a pattern is invalid, or there are too many
     */
    public SourceLoader excluding(List<String> globs) {
        return new SourceLoader(settings, new FolderExclusions(new Globs(globs), true), synced);
    }

    /**
     * Returns a loader that {@linkplain #scanFolder scans} only the given folders and folders below
     * them, and {@linkplain #open opens} only files there. No symbolic link leads out of them, even
     * one created later.
     */
    public SourceLoader scanningBelow(List<Path> folders) {
        return new SourceLoader(settings, folderExclusions, Optional.of(List.copyOf(folders)));
    }

    /**
     * Lists a folder, to be compared with an earlier load of it.
     *
     * @param name the prefix of its documents' ids, before a slash
     * @param listener receives each skipped file, with the reason
     * @throws TernException the user's fault, if the folder does not exist, cannot be read, is not
     *     allowed, is a store, or exceeds a limit on files or listing
     */
    public PlaceScan scanFolder(String name, Path folder, LoadListener listener) {
        return FolderScan.of(
                name, folder, synced, folderExclusions, new LoadTools(settings, new PrintableListener(listener)));
    }

    /**
     * Opens a file of a folder, as {@link #scanFolder} does, if it has the content of a version.
     *
     * @param path the file in the folder, with / between names
     * @param version the version that was recorded when the file was added
     * @throws IOException if there is no such file in the folder, or its content has changed
     * @throws TernException if the folder is not below the allowed ones
     */
    public InputStream open(Path folder, String path, String version) throws IOException {
        Path file = folder.getFileSystem().getPath(path);
        if (file.isAbsolute() || !file.equals(file.normalize()) || file.startsWith("..")) {
            throw new NoSuchFileException(path);
        }
        SeekableByteChannel opened = FolderScan.root(folder, synced).channel(file);
        InputStream content = Channels.newInputStream(opened);
        try {
            if (!ContentVersion.hash(content).equals(ContentVersion.of(version).hash())) {
                throw new IOException(path + " has changed");
            }
            opened.position(0);
            return content;
        } catch (IOException e) {
            opened.close();
            throw e;
        }
    }

    /**
     * Lists a site from its sitemaps or feed, to be compared with an earlier load of it; without
     * either, the address is a single page.
     *
     * @param address the http or https address of a site, a sitemap, a feed or a page
     * @param expected the kind of the site at the earlier load; empty to detect it
     * @param listener receives each skipped page, with the reason
     * @throws TernException the user's fault, if the site cannot be fetched, is of another kind, or
     *     exceeds a limit on pages or listing
     */
    public PlaceScan scanSite(String address, Optional<PlaceScan.Kind> expected, LoadListener listener) {
        return SiteScan.of(address, expected, new LoadTools(settings, new PrintableListener(listener)));
    }

    /** Builds a loader; unset options keep their defaults. Not thread-safe. */
    public static final class Builder {
        private LoadLimits limits = LoadLimits.DEFAULTS;
        private List<String> exclude = List.of();
        private boolean ignoreFiles = true;
        private boolean allowPrivate;
        private boolean showAddresses = true;
        private String stdinName = "stdin";
        private String encoding = "";
        private Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        private @Nullable String parserClassPath;
        private OcrSettings ocr = OcrSettings.NONE;
        private boolean hidden;
        private AddressRule rule = AddressRule.PUBLIC;
        private WebPages.HostResolver names = InetAddress::getAllByName;

        private Builder() {}

        /** Sets the limits on files, texts, time and memory. */
        public Builder limits(LoadLimits value) {
            limits = value;
            return this;
        }

        /**
         * Excludes files and folders: patterns without a slash match names anywhere, others match
         * paths from the named folder. A place named by the user is never excluded.
         */
        public Builder exclude(List<String> globs) {
            exclude = List.copyOf(globs);
            return this;
        }

        /** Obeys {@code .gitignore} and {@code .ternignore} if true, the default. */
        public Builder ignoreFiles(boolean value) {
            ignoreFiles = value;
            return this;
        }

        /** Allows pages of hosts outside the open internet if true; the default is false. */
        public Builder allowPrivate(boolean value) {
            allowPrivate = value;
            return this;
        }

        /**
         * Sets whether the reason for a failed fetch names the host's address; by default it does.
         * Disable it if pages are fetched for other people, as it reveals the local network.
         */
        public Builder showAddresses(boolean value) {
            showAddresses = value;
            return this;
        }

        /** Sets the id of standard input, by default "stdin"; its extension hints at the type. */
        public Builder stdinName(String value) {
            stdinName = value;
            return this;
        }

        /**
         * Sets the encoding, by name, of texts that have no byte order mark, declare no encoding
         * and are not UTF-8; by default it is guessed.
         *
         * @throws TernException if the encoding is unknown
         */
        public Builder encoding(String value) {
            if (TextEncoding.charset(value) == null) {
                throw TernException.user("there is no encoding \"" + value + "\", such as windows-1250 or Shift_JIS");
            }
            encoding = value;
            return this;
        }

        /** Reads hidden sheets, rows, columns and slides if true; the default is false. */
        public Builder hidden(boolean value) {
            hidden = value;
            return this;
        }

        /** Sets the java program of the parser process; by default the program of this process. */
        Builder java(Path value) {
            java = value;
            return this;
        }

        /**
         * Sets the folder of the PP-OCR models that read text in pictures: files
         * {@code *_det_*.onnx} and {@code *_rec_*.onnx}, as in RapidOCR. They need the library
         * {@code tern-ocr} and ONNX Runtime. Without OCR, pages without text are skipped.
         */
        public Builder ocrModels(Path folder) {
            ocr = ocr.withFolder(folder.toAbsolutePath().toString());
            return this;
        }

        /**
         * Sets the languages in which Tesseract reads text in pictures, in place of the models:
         * Tesseract's own codes, joined by plus, such as {@code rus+eng}.
         *
         * @throws TernException if they are malformed
         */
        public Builder ocrLanguages(String value) {
            ocr = ocr.withLanguages(value);
            return this;
        }

        /** Sets the Tesseract program; by default it is found through {@code PATH}. */
        Builder tesseract(Path program) {
            ocr = ocr.withProgram(program.toAbsolutePath().toString());
            return this;
        }

        /**
         * Sets the confidence, in percent, below which a word in a picture is doubtful; 80 by
         * default.
         *
         * @throws TernException if it is not from 0 to 100
         */
        public Builder ocrDoubtPercent(int value) {
            ocr = ocr.withDoubtPercent(value);
            return this;
        }

        /**
         * Sets the class path of the parser process, which must include this library; by default
         * that of this process. In Quarkus and in a Spring Boot jar it is found as well; nested
         * jars are unpacked to a temporary folder.
         */
        public Builder parserClassPath(String value) {
            parserClassPath = value;
            return this;
        }

        Builder network(AddressRule newRule, WebPages.HostResolver newNames) {
            rule = newRule;
            names = newNames;
            return this;
        }

        /**
         * Returns a loader with these options.
         *
         * @throws TernException if a pattern is invalid, or the name of standard input is blank
         */
        public SourceLoader build() {
            if (stdinName.isBlank()) {
                throw TernException.user("the name of standard input is blank");
            }
            TemporaryFolder.deleteAbandoned();
            String given = parserClassPath;
            boolean withModels = ocr.usesModels();
            LoadSettings settings = new LoadSettings(
                    limits,
                    stdinName,
                    encoding,
                    new ParserPermits(limits),
                    java,
                    given == null ? () -> ParserClasses.OF_THIS_PROCESS.path(withModels) : () -> given,
                    ocr,
                    hidden,
                    allowPrivate ? AddressRule.ANY : rule,
                    names,
                    showAddresses);
            return new SourceLoader(settings, new FolderExclusions(new Globs(exclude), ignoreFiles), Optional.empty());
        }
    }
}
