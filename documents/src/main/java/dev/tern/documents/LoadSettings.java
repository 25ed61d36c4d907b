package dev.tern.documents;

import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * The settings that all loads of a {@link SourceLoader} share.
 *
 * @param limits the limits on files, texts, time and memory
 * @param stdinName the id of standard input
 * @param encoding the encoding of texts that declare none and are not UTF-8; empty to guess it
 * @param parsers limits the concurrent parser processes
 * @param java the program of a parser process
 * @param parserClassPath the class path of a parser process, resolved when one starts
 * @param ocr the engine for text in pictures
 * @param hidden true to read hidden sheets, rows, columns and slides
 * @param rule decides from which addresses pages may be fetched
 * @param names resolves hosts
 * @param showAddresses true if reasons name hosts' addresses and the causes of failed connections
 */
record LoadSettings(
        LoadLimits limits,
        String stdinName,
        String encoding,
        ParserPermits parsers,
        Path java,
        Supplier<String> parserClassPath,
        OcrSettings ocr,
        boolean hidden,
        AddressRule rule,
        WebPages.HostResolver names,
        boolean showAddresses) {
    /** Creates a parser process, which starts with its first document. */
    ParserProcess parser(Path folder) {
        return new ParserProcess(limits, parsers, java, parserClassPath, ocr, hidden, folder);
    }

    /** Creates a client for web pages; the caller closes it. */
    WebPages pages() {
        return new WebPages(limits, rule, names, showAddresses);
    }
}
