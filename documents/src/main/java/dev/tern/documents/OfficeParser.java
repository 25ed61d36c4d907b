package dev.tern.documents;

import java.io.IOException;
import java.io.InputStream;
import org.apache.poi.openxml4j.exceptions.OpenXML4JException;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.openxml4j.opc.PackageAccess;
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
import org.apache.tika.utils.XMLReaderUtils;
import org.apache.xmlbeans.XmlException;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;

/**
 * Reads docx, pptx and xlsx as Tika does, with what Tika leaves out: merged cells say in each place what the first says, and slides say what
 * their pictures show.
 */
final class OfficeParser extends OOXMLParser {
    private static final long serialVersionUID = 1L;

    private final String type;

    /** One for a type, as {@link ContentType} names it. */
    OfficeParser(String type) {
        this.type = type;
    }

    @Override
    public void parse(InputStream in, ContentHandler handler, Metadata metadata, ParseContext context)
            throws IOException, SAXException, TikaException {
        configure(context);
        try {
            TikaInputStream stream = TikaInputStream.get(in);
            OPCPackage file = OPCPackage.open(stream.getFile().getPath(), PackageAccess.READ);
            // Closed with the stream.
            stream.setOpenContainer(new OPCPackageWrapper(file));
            OOXMLExtractor extractor = switch (type) {
                case ContentType.DOCX -> word(file, metadata, context);
                case ContentType.PPTX -> slides(file, metadata, context);
                default -> new Sheets(file, context);
            };
            extractor.getMetadataExtractor().extract(metadata);
            extractor.getXHTML(handler, metadata, context);
        } catch (OpenXML4JException | XmlException e) {
            throw new TikaException(String.valueOf(e.getMessage()), e);
        }
    }

    private static OOXMLExtractor word(OPCPackage file, Metadata metadata, ParseContext context) throws IOException {
        XWPFDocument document = new XWPFDocument(file);
        MergedCells.spread(document);
        return new XWPFWordExtractorDecorator(metadata, context, new XWPFWordExtractor(document));
    }

    private static OOXMLExtractor slides(OPCPackage file, Metadata metadata, ParseContext context) throws IOException {
        XMLSlideShow show = new XMLSlideShow(file);
        show.getSlides().forEach(MergedCells::spread);
        show.getSlides().forEach(SlidePictures::tell);
        return new XSLFPowerPointExtractorDecorator(metadata, context, new XSLFExtractor(show));
    }

    /** The sheets of a workbook, whose rows are never all in memory. */
    private static final class Sheets extends XSSFExcelExtractorDecorator {
        private Sheets(OPCPackage file, ParseContext context) throws IOException, OpenXML4JException, XmlException {
            super(context, new XSSFEventBasedExcelExtractor(file), LocaleUtil.getUserLocale());
        }

        @Override
        public void processSheet(
                SheetContentsHandler contents,
                Comments comments,
                StylesTable styles,
                ReadOnlySharedStringsTable strings,
                InputStream sheet)
                throws IOException, SAXException {
            MergedRegions regions = new MergedRegions(contents);
            // Which cells are merged stands behind the rows.
            try (InputStream before = sheetParts.getLast().getInputStream()) {
                XMLReaderUtils.parseSAX(before, regions.references(), parseContext);
            } catch (TikaException e) {
                throw new IOException(e);
            }
            super.processSheet(regions, comments, styles, strings, sheet);
        }
    }
}
