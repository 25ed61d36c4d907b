package dev.tern.documents;

import dev.tern.error.TernException;
import dev.tern.files.TemporaryFolder;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads documents from places: files, folders, patterns such as {@code reports/**}{@code /*.pdf}, {@code -} for standard
 * input, and addresses of http and https.
 *
 * <p>Text, Markdown, HTML, PDF, docx, pptx, xlsx, csv, epub, mail, rtf, OpenDocument, notebooks, JSON, JSON lines and XML are read; the type is
 * found from the content. A document that cannot be read is reported to a {@link LoadListener}, and the others are loaded.
 * Thread-safe: every load has a parser process of its own, and the loads of one loader together at most
 * {@link LoadLimit#PARSERS}; a further load waits its turn.
 *
 * <p>Ids, metadata and statements come from a corpus of JSON lines only where its file is named as a place, or is standard
 * input. Found in a folder, sent or fetched, it is a stranger's, and only text.
 */
public final class DocumentLoader {
    /** The place that stands for standard input. */
    public static final String STANDARD_INPUT = "-";

    private final LoadSettings settings;
    private final LeftOut leftOut;
    private final Optional<List<Path>> synced;

    private DocumentLoader(LoadSettings settings, LeftOut leftOut, Optional<List<Path>> synced) {
        this.settings = settings;
        this.leftOut = leftOut;
        this.synced = synced;
    }

    /** Starts with the usual limits, nothing excluded, and only the open internet. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Counts what there is to load, without opening anything.
     *
     * @param places as for {@link #load}
     * @param directory where relative paths start
     * @throws TernException if there are more files than the limit, or two places would give their files the same ids
     */
    public Listing list(List<String> places, Path directory) {
        List<String> skipped = new ArrayList<>();
        LoadListener naming = new LoadListener() {
            @Override
            public void skipped(String source, String reason) {
                if (skipped.size() < Listing.MOST_SKIPPED) {
                    skipped.add(source + " " + reason);
                }
            }
        };
        PlaceReader targets = new PlaceReader(places, directory, leftOut, naming, settings.limits());
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
     * The documents of some places, read one at a time while they are asked for.
     *
     * <p>Ids: of a file its path as given, with slashes, or, where that is absolute or climbs, its path from the folder that
     * holds the named place; of a page its address; of standard input the name that it was given. Documents of a corpus that
     * is named keep theirs; those of one that is not begin with the id of its file.
     *
     * @param places what to read
     * @param directory where relative paths start
     * @param standardInput what {@code -} stands for; it is not closed
     * @param listener gets each place that is skipped, with the reason
     */
    public LoadedDocuments load(List<String> places, Path directory, InputStream standardInput, LoadListener listener) {
        LoadListener plain = new PlainListener(listener);
        PlaceReader targets = new PlaceReader(places, directory, leftOut, plain, settings.limits());
        return new LoadedDocuments(settings, targets, standardInput, plain);
    }

    /**
     * The documents of an uploaded file, which stays where it is.
     *
     * @param name what the sender calls it: the document's id and a hint at its type; it never opens anything
     * @param file where it is
     * @param listener gets each place that is skipped, with the reason
     */
    public LoadedDocuments sent(String name, Path file, LoadListener listener) {
        LoadListener plain = new PlainListener(listener);
        PlaceReader targets = PlaceReader.ofSent(OpenedPlace.ofSent(name, file), sizeOf(file));
        return new LoadedDocuments(settings, targets, InputStream.nullInputStream(), plain);
    }

    /** For the bar only: who reads the file says what is wrong with it. */
    private static long sizeOf(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    /** An address as it may be shown: without user information, what looks like a secret, and fragment. */
    public static String shownAddress(String address) {
        return WebAddress.withoutSecrets(address);
    }

    /**
     * This loader with other patterns of what is left out of folders, and with ignore files read; both together start no more parser
     * processes than one.
     *
     * @throws TernException if a pattern is none
     */
    public DocumentLoader excluding(List<String> globs) {
        return new DocumentLoader(settings, new LeftOut(new Globs(globs), true), synced);
    }

    /**
     * This loader, {@linkplain #scanFolder scanning} no folder but some and those below them: each is opened from the one above it, so
     * that no link on the way, made at any moment, leads out of that.
     */
    public DocumentLoader scanningBelow(List<Path> folders) {
        return new DocumentLoader(settings, leftOut, Optional.of(List.copyOf(folders)));
    }

    /**
     * What a folder holds now, to be compared with what was read of it before.
     *
     * @param name what the ids of its documents begin with
     * @param folder the folder
     * @param listener gets what is skipped, with the reason
     * @throws TernException the user's fault, if there is no such folder, it may not be read, or it holds more files than the limit
     */
    public PlaceScan scanFolder(String name, Path folder, LoadListener listener) {
        return FolderScan.of(name, folder, synced, leftOut, new LoadTools(settings, new PlainListener(listener)));
    }

    /**
     * What a site holds now, as its sitemaps or a feed list it, to be compared with what was read of it before; where there is
     * neither, it is the one page.
     *
     * @param address http or https: of a site, a sitemap, a feed or a page
     * @param expected what it was before; empty if that is to be found out
     * @param listener gets what is skipped, with the reason
     * @throws TernException the user's fault, if it cannot be fetched, is not what it was, or lists more pages than the limit
     */
    public PlaceScan scanSite(String address, Optional<PlaceScan.Kind> expected, LoadListener listener) {
        return SiteScan.of(address, expected, new LoadTools(settings, new PlainListener(listener)));
    }

    /** Builds a loader; what is not set keeps its default. Not thread-safe. */
    public static final class Builder {
        private LoadLimits limits = LoadLimits.USUAL;
        private List<String> exclude = List.of();
        private boolean ignoreFiles = true;
        private boolean allowPrivate;
        private boolean addressesTold = true;
        private String stdinName = "stdin";
        private String encoding = "";
        private Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        private @Nullable String parserClassPath;
        private OcrSettings ocr = OcrSettings.NONE;
        private AddressRule rule = AddressRule.PUBLIC;
        private WebPages.Names names = InetAddress::getAllByName;

        private Builder() {}

        /** The limits on files, texts, time and memory. */
        public Builder limits(LoadLimits value) {
            limits = value;
            return this;
        }

        /**
         * Files and folders to leave out: a pattern without a slash fits names anywhere, one with a slash paths from the
         * named folder. A place that is named itself is not left out.
         */
        public Builder exclude(List<String> globs) {
            exclude = List.copyOf(globs);
            return this;
        }

        /** Whether what the {@code .gitignore} and {@code .ternignore} of a folder name is left out of it; usually so. */
        public Builder ignoreFiles(boolean value) {
            ignoreFiles = value;
            return this;
        }

        /** Whether pages of private, loopback and other addresses outside the open internet may be fetched. */
        public Builder allowPrivate(boolean value) {
            allowPrivate = value;
            return this;
        }

        /**
         * Whether the reason for which a page is not fetched names the address of its host; usually so. Where pages are
         * fetched for others, it would tell them which names the machine's own network has, and where.
         */
        public Builder addressesTold(boolean value) {
            addressesTold = value;
            return this;
        }

        /** The id of standard input; as a file name it can tell the type where the content does not. */
        public Builder stdinName(String value) {
            stdinName = value;
            return this;
        }

        /**
         * The encoding of texts that have no byte order mark, declare none and are not UTF-8, by its name; by default it is guessed.
         *
         * @throws TernException if no encoding has the name
         */
        public Builder encoding(String value) {
            if (TextEncoding.named(value) == null) {
                throw TernException.user("there is no encoding \"" + value + "\", such as windows-1250 or Shift_JIS");
            }
            encoding = value;
            return this;
        }

        /** The program that runs the parser process; by default the java that runs this one. */
        Builder java(Path value) {
            java = value;
            return this;
        }

        /**
         * The folder of the networks of PP-OCR that read pages without text and pictures: files {@code *_det_*.onnx} and {@code
         * *_rec_*.onnx}, as RapidOCR has them. By default there is none, and such pages are left out. ONNX Runtime has to be on
         * the class path of the parser process.
         */
        public Builder ocrModels(Path folder) {
            ocr = ocr.withFolder(folder.toAbsolutePath().toString());
            return this;
        }

        /**
         * The languages in which Tesseract reads pages without text and pictures, instead of those networks: as it calls them,
         * with a plus between, such as {@code rus+eng}. By default there are none.
         *
         * @throws TernException if they are not written so
         */
        public Builder ocrLanguages(String value) {
            ocr = ocr.withLanguages(value);
            return this;
        }

        /** The program that is Tesseract; by default the one that the variable {@code PATH} leads to. */
        Builder tesseract(Path program) {
            ocr = ocr.withProgram(program.toAbsolutePath().toString());
            return this;
        }

        /**
         * How sure the reading of a word in a picture has to be, in percent, so that the word is not doubtful; usually 80.
         *
         * @throws TernException if it is not from 0 to 100
         */
        public Builder ocrDoubtPercent(int value) {
            ocr = ocr.withDoubtPercent(value);
            return this;
        }

        /**
         * The class path of the parser process, which has to hold this library; by default what this one has. In one jar of Spring Boot
         * and in Quarkus that is found too, and what is inside a jar is unpacked to a temporary folder.
         */
        public Builder parserClassPath(String value) {
            parserClassPath = value;
            return this;
        }

        Builder network(AddressRule newRule, WebPages.Names newNames) {
            rule = newRule;
            names = newNames;
            return this;
        }

        /**
         * The loader with these settings.
         *
         * @throws TernException if a pattern is none, or the name of standard input is blank
         */
        public DocumentLoader build() {
            if (stdinName.isBlank()) {
                throw TernException.user("the name of standard input is blank");
            }
            TemporaryFolder.sweep();
            String given = parserClassPath;
            boolean networks = ocr.usesNetworks();
            LoadSettings settings = new LoadSettings(
                    limits,
                    stdinName,
                    encoding,
                    new ParserPlaces(limits),
                    java,
                    given == null ? () -> ParserClasses.OF_THIS_PROCESS.path(networks) : () -> given,
                    ocr,
                    allowPrivate ? AddressRule.ANY : rule,
                    names,
                    addressesTold);
            return new DocumentLoader(settings, new LeftOut(new Globs(exclude), ignoreFiles), Optional.empty());
        }
    }
}
