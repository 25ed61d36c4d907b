package dev.tern.documents;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.poi.openxml4j.exceptions.OpenXML4JException;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.util.LocaleUtil;
import org.apache.poi.xslf.extractor.XSLFExtractor;
import org.apache.poi.xslf.usermodel.XMLSlideShow;
import org.apache.poi.xssf.eventusermodel.ReadOnlySharedStringsTable;
import org.apache.poi.xssf.eventusermodel.XSSFSheetXMLHandler.SheetContentsHandler;
import org.apache.poi.xssf.extractor.XSSFEventBasedExcelExtractor;
import org.apache.poi.xssf.model.Comments;
import org.apache.poi.xssf.model.StylesTable;
import org.apache.poi.xwpf.extractor.XWPFWordExtractor;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.apache.tika.exception.TikaException;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.microsoft.ooxml.OOXMLExtractor;
import org.apache.tika.parser.microsoft.ooxml.OOXMLParser;
import org.apache.tika.parser.microsoft.ooxml.OPCPackageWrapper;
import org.apache.tika.parser.microsoft.ooxml.XSLFPowerPointExtractorDecorator;
import org.apache.tika.parser.microsoft.ooxml.XSSFExcelExtractorDecorator;
import org.apache.tika.parser.microsoft.ooxml.XWPFWordExtractorDecorator;
import org.apache.tika.sax.XHTMLContentHandler;
import org.apache.tika.utils.XMLReaderUtils;
import org.apache.xmlbeans.XmlException;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;

/**
 * Parses docx, pptx and xlsx with Tika. Text that readers do not see is left out, merged cells are
 * filled, and the descriptions of pictures on slides, which Tika ignores, are included.
 */
final class OfficeParser extends OOXMLParser {
    private static final long serialVersionUID = 1L;

    private final String type;
    private final transient HiddenText unseen;

    /**
     * Creates a parser for a type.
     *
     * @param type the media type, a constant of {@link ContentType}
     * @param unseen counts the text left out
     */
    OfficeParser(String type, HiddenText unseen) {
        this.type = type;
        this.unseen = unseen;
    }

    @Override
    public void parse(InputStream in, ContentHandler handler, Metadata metadata, ParseContext context)
            throws IOException, SAXException, TikaException {
        configure(context);
        try {
            TikaInputStream stream = TikaInputStream.get(in);
            OPCPackage file = OPCPackage.open(new OfficeParts(stream.getPath(), unseen));
            // The package is closed together with the stream.
            stream.setOpenContainer(new OPCPackageWrapper(file));
            OOXMLExtractor extractor = switch (type) {
                case ContentType.DOCX ->
                    new XWPFWordExtractorDecorator(metadata, context, new XWPFWordExtractor(new XWPFDocument(file)));
                case ContentType.PPTX ->
                    new XSLFPowerPointExtractorDecorator(metadata, context, new XSLFExtractor(new XMLSlideShow(file)));
                default -> new Sheets(file, context, unseen);
            };
            extractor.getMetadataExtractor().extract(metadata);
            extractor.getXHTML(handler, metadata, context);
        } catch (OpenXML4JException | XmlException e) {
            throw new TikaException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Reads the sheets of a workbook without holding all rows in memory. */
    private static final class Sheets extends XSSFExcelExtractorDecorator {
        private final HiddenText unseen;
        private @Nullable XHTMLContentHandler written;

        private Sheets(OPCPackage file, ParseContext context, HiddenText unseen)
                throws IOException, OpenXML4JException, XmlException {
            super(context, new XSSFEventBasedExcelExtractor(file), LocaleUtil.getUserLocale());
            this.unseen = unseen;
        }

        @Override
        protected void buildXHTML(XHTMLContentHandler xhtml) throws SAXException, XmlException, IOException {
            written = xhtml;
            super.buildXHTML(xhtml);
        }

        @Override
        public void processSheet(
                SheetContentsHandler contents,
                Comments comments,
                StylesTable styles,
                ReadOnlySharedStringsTable strings,
                InputStream sheet)
                throws IOException, SAXException {
            SheetCells cells = new SheetCells(contents, unseen);
            // The file declares merged cells after the rows, so it is read twice.
            try (InputStream before = sheetParts.getLast().getInputStream()) {
                XMLReaderUtils.parseSAX(before, cells.declarations(styles), parseContext);
            } catch (TikaException e) {
                throw new IOException(e);
            }
            super.processSheet(cells, comments, styles, strings, sheet);
            if (written != null && !cells.comments().isEmpty()) {
                writeBehindTable(written, cells.comments());
            }
        }

        /** Ends the table, writes paragraphs, and starts another table. */
        private static void writeBehindTable(XHTMLContentHandler xhtml, List<String> paragraphs) throws SAXException {
            xhtml.endElement("tbody");
            xhtml.endElement("table");
            for (String paragraph : paragraphs) {
                xhtml.element("p", paragraph);
            }
            xhtml.startElement("table");
            xhtml.startElement("tbody");
        }
    }
}
