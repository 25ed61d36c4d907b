package dev.tern.documents;

import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * What all loads of a {@link DocumentLoader} have in common.
 *
 * @param stdinName the id of standard input
 * @param encoding the encoding of texts that declare none and are not UTF-8; empty to guess it
 * @param parsers limits how many parser processes run at once
 * @param java the program that runs a parser process
 * @param parserClassPath the class path of a parser process, found when one starts
 * @param ocr what reads text in pictures
 * @param rule which addresses pages may be fetched from
 * @param names looks hosts up
 * @param addressesTold whether reasons name the addresses of hosts
 */
record LoadSettings(
        LoadLimits limits,
        String stdinName,
        String encoding,
        ParserPlaces parsers,
        Path java,
        Supplier<String> parserClassPath,
        OcrSettings ocr,
        AddressRule rule,
        WebPages.Names names,
        boolean addressesTold) {
    /** A parser process that starts with its first document. */
    ParserProcess parser(Path folder) {
        return new ParserProcess(limits, parsers, java, parserClassPath, ocr, folder);
    }

    /** A client for pages of the web, to be closed. */
    WebPages pages() {
        return new WebPages(limits, rule, names, addressesTold);
    }
}
