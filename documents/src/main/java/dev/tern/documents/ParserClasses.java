package dev.tern.documents;

import dev.tern.error.TernException;
import dev.tern.files.TemporaryFolder;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The class path of parser processes.
 *
 * <p>Where this library is on the class path or the module path of this JVM, it is that. Where a framework loads it otherwise, it is
 * the jars that the parsers' classes come from: as they are, where they are files, such as those of Quarkus; unpacked, where they
 * are inside another jar, such as Spring Boot's. What is unpacked lies in a folder that only this user can read, and goes when this
 * JVM ends. Thread-safe.
 */
final class ParserClasses {
    /** One class of each library that parsers need, so that of an application's other libraries none is unpacked. */
    static final List<String> NEEDED = List.of(
            "dev.tern.documents.ParserMain",
            "dev.tern.graph.Document",
            "com.fasterxml.jackson.core.JsonFactory",
            "com.graphbuilder.curve.Curve",
            "com.zaxxer.sparsebits.SparseBitSet",
            "org.apache.commons.codec.binary.Hex",
            "org.apache.commons.collections4.ListValuedMap",
            "org.apache.commons.compress.archivers.zip.ZipFile",
            "org.apache.commons.csv.CSVFormat",
            "org.apache.commons.io.IOUtils",
            "org.apache.commons.lang3.StringUtils",
            "org.apache.commons.logging.LogFactory",
            "org.apache.commons.math3.util.FastMath",
            "org.apache.fontbox.ttf.TrueTypeFont",
            "org.apache.jempbox.xmp.XMPMetadata",
            "org.apache.james.mime4j.dom.Message",
            "org.apache.james.mime4j.stream.MimeConfig",
            "org.apache.logging.log4j.LogManager",
            "org.apache.pdfbox.io.IOUtils",
            "org.apache.pdfbox.pdmodel.PDDocument",
            "org.apache.poi.hwpf.HWPFDocument",
            "org.apache.poi.ooxml.POIXMLDocument",
            "org.apache.poi.poifs.filesystem.POIFSFileSystem",
            "org.apache.tika.mime.MediaType",
            "org.apache.tika.parser.epub.EpubParser",
            "org.apache.tika.parser.html.JSoupParser",
            "org.apache.tika.parser.microsoft.OfficeParserConfig",
            "org.apache.tika.parser.pdf.PDFParser",
            "org.apache.tika.parser.txt.TXTParser",
            "org.apache.tika.parser.xml.XMLParser",
            "org.apache.tika.parser.xmp.JempboxExtractor",
            "org.apache.tika.detect.zip.DefaultZipContainerDetector",
            "org.apache.xmlbeans.XmlObject",
            "org.apache.xmpbox.XMPMetadata",
            "org.bouncycastle.cms.CMSEnvelopedData",
            "org.bouncycastle.jce.provider.BouncyCastleProvider",
            "org.bouncycastle.mail.smime.SMIMESigned",
            "org.bouncycastle.asn1.cms.ContentInfo",
            "org.commonmark.ext.front.matter.YamlFrontMatterExtension",
            "org.commonmark.ext.gfm.tables.TablesExtension",
            "org.commonmark.parser.Parser",
            "org.jsoup.Jsoup",
            "org.openxmlformats.schemas.wordprocessingml.x2006.main.CTDocument1",
            "org.slf4j.Logger");

    /** Of the library that reads text in pictures: large, and of no use where its networks are not configured. */
    static final String OF_PICTURES = "ai.onnxruntime.OrtEnvironment";

    /** Of this JVM, whose parser processes share what is unpacked. */
    static final ParserClasses OF_THIS_PROCESS = new ParserClasses(ParserClasses.class.getClassLoader(), NEEDED);

    private static final Logger LOG = LoggerFactory.getLogger(ParserClasses.class);
    private static final String JAR = "jar:";
    private static final String WHOLE_JAR = "!/";

    private final ClassLoader loader;
    private final List<String> needed;
    private final ReentrantLock lock = new ReentrantLock();

    /** The files, by where their classes come from; empty until they are asked for. */
    private final Map<String, Path> found = new LinkedHashMap<>();

    ParserClasses(ClassLoader loader, List<String> needed) {
        this.loader = loader;
        this.needed = needed;
    }

    /**
     * The class path, with what has to be unpacked for it being there.
     *
     * @param networks whether text in pictures is read by networks
     * @throws TernException the operator's fault, if a jar cannot be unpacked
     */
    String path(boolean networks) {
        if (loader.equals(ClassLoader.getSystemClassLoader())) {
            return ownPath();
        }
        lock.lock();
        try {
            // What clears temporary folders may have been there since.
            if (!found.values().stream().allMatch(Files::exists)) {
                found.clear();
            }
            Set<String> locations = locations(networks);
            find(locations);
            return locations.stream()
                    .map(found::get)
                    .map(String::valueOf)
                    .collect(Collectors.joining(File.pathSeparator));
        } finally {
            lock.unlock();
        }
    }

    /** Of a modular application the libraries are on the module path; the process has them on its class path. */
    private static String ownPath() {
        return Stream.of("java.class.path", "jdk.module.path")
                .map(name -> System.getProperty(name, ""))
                .filter(path -> !path.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private void find(Set<String> locations) {
        Set<String> nested = new LinkedHashSet<>();
        for (String location : locations) {
            Path file = file(location);
            if (file != null) {
                found.put(location, file);
            } else if (!found.containsKey(location)) {
                nested.add(location);
            }
        }
        if (!nested.isEmpty()) {
            unpack(nested);
        }
    }

    /** Where the classes come from, each place once. A library that an application leaves out is left out. */
    private Set<String> locations(boolean networks) {
        Set<String> locations = new LinkedHashSet<>();
        List<String> names = new ArrayList<>(needed);
        if (networks) {
            names.add(OF_PICTURES);
        }
        ServiceLoader.load(OcrEngine.class, loader).stream()
                .forEach(engine -> names.add(engine.type().getName()));
        for (String name : names) {
            try {
                CodeSource source =
                        Class.forName(name, false, loader).getProtectionDomain().getCodeSource();
                URL location = source == null ? null : source.getLocation();
                if (location != null) {
                    locations.add(location.toString());
                }
            } catch (ClassNotFoundException | LinkageError e) {
                LOG.debug("Parser processes run without {}: {}", name, e.toString());
            }
        }
        return locations;
    }

    /** The jar or folder that is a file; null where it is inside another. */
    private static @Nullable Path file(String location) {
        String bare = withoutJar(location);
        if (!bare.startsWith("file:") || bare.contains(WHOLE_JAR)) {
            return null;
        }
        try {
            return Path.of(new URI(bare));
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
            throw TernException.operator(
                    "the parsers come from " + location + ", which is no path: " + e.getMessage(), e);
        }
    }

    /** What a location says of a whole jar, as the jar itself is opened. */
    private static String withoutJar(String location) {
        return location.startsWith(JAR) && location.endsWith(WHOLE_JAR)
                ? location.substring(JAR.length(), location.length() - WHOLE_JAR.length())
                : location;
    }

    private void unpack(Set<String> nested) {
        String now = "";
        try {
            // Created so that no other user can read it, nor put a jar of theirs there.
            TemporaryFolder temporary = TemporaryFolder.make("parsers");
            Path folder = temporary.path();
            List<File> unpacked = new ArrayList<>();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(temporary, unpacked), "tern-parsers-end"));
            for (String location : nested) {
                now = location;
                String name = withoutJar(location);
                Path file = folder.resolve(unpacked.size() + "-" + name.substring(name.lastIndexOf('/') + 1));
                unpacked.add(file.toFile());
                // Without a scheme of the framework's own, the jar inside is what Java's own scheme names.
                try (InputStream in = new URI(name.startsWith("file:") ? JAR + name : name)
                        .toURL()
                        .openStream()) {
                    Files.copy(in, file);
                }
                found.put(location, file);
            }
        } catch (IOException | URISyntaxException | IllegalArgumentException e) {
            found.clear();
            throw TernException.operator(
                    "the parsers run in a process of their own, for which " + (now.isEmpty() ? "their jars" : now)
                            + " cannot be unpacked into the temporary folder of this one: " + e.getMessage(),
                    e);
        }
    }

    /** By classes of the JDK alone, and none of a framework, whose jars may be closed by then. */
    private static void remove(TemporaryFolder folder, List<File> unpacked) {
        for (File file : unpacked) {
            boolean unused = file.delete();
        }
        boolean unused = folder.path().toFile().delete();
        boolean unusedToo = folder.lock().toFile().delete();
    }
}
