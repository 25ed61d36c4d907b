package dev.tern.documents;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.poi.xslf.usermodel.XMLSlideShow;
import org.apache.poi.xslf.usermodel.XSLFTextBox;
import org.apache.poi.xssf.usermodel.XSSFRow;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.apache.poi.xwpf.usermodel.XWPFParagraph;

/** Writes small real files of the formats, for the tests of this and other modules. */
public final class OfficeFiles {
    private OfficeFiles() {}

    /** Writes a PDF with a text on each page. */
    public static Path pdf(Path file, String... pages) throws IOException {
        try (PDDocument document = pdf(pages)) {
            document.getDocumentInformation().setTitle("Letters of Basel");
            document.getDocumentInformation().setAuthor("A. Clerk");
            document.save(file.toFile());
        }
        return file;
    }

    /** Writes a password-protected PDF. */
    public static Path encryptedPdf(Path file) throws IOException {
        try (PDDocument document = pdf("a secret")) {
            document.protect(new StandardProtectionPolicy("owner", "user", new AccessPermission()));
            document.save(file.toFile());
        }
        return file;
    }

    private static PDDocument pdf(String... pages) throws IOException {
        PDDocument document = new PDDocument();
        for (String text : pages) {
            PDPage page = new PDPage();
            document.addPage(page);
            try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                if (!text.isEmpty()) {
                    content.beginText();
                    content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
                    content.newLineAtOffset(50, 700);
                    content.showText(text);
                    content.endText();
                }
            }
        }
        return document;
    }

    /** Writes a document with nested headings "Travels" and "By ship", and a table. */
    public static Path docx(Path file) throws IOException {
        try (XWPFDocument document = new XWPFDocument();
                OutputStream out = Files.newOutputStream(file)) {
            document.createStyles();
            heading(document, "Travels", 1);
            document.createParagraph().createRun().setText("She left Basel in spring.");
            heading(document, "By ship", 2);
            document.createParagraph().createRun().setText("The ship was slow.");
            var table = document.createTable(1, 2);
            table.getRow(0).getCell(0).setText("port");
            table.getRow(0).getCell(1).setText("Riga");
            document.write(out);
        }
        return file;
    }

    private static void heading(XWPFDocument document, String text, int level) {
        String id = "Heading" + level;
        if (document.getStyles().getStyle(id) == null) {
            var style = org.openxmlformats.schemas.wordprocessingml.x2006.main.CTStyle.Factory.newInstance();
            style.setStyleId(id);
            style.addNewName().setVal("heading " + level);
            style.setType(org.openxmlformats.schemas.wordprocessingml.x2006.main.STStyleType.PARAGRAPH);
            document.getStyles().addStyle(new org.apache.poi.xwpf.usermodel.XWPFStyle(style));
        }
        XWPFParagraph paragraph = document.createParagraph();
        paragraph.setStyle(id);
        paragraph.createRun().setText(text);
    }

    /** Writes a presentation with a text on each slide. */
    public static Path pptx(Path file, String... slides) throws IOException {
        try (XMLSlideShow show = new XMLSlideShow();
                OutputStream out = Files.newOutputStream(file)) {
            for (String text : slides) {
                XSLFTextBox box = show.createSlide().createTextBox();
                box.setText(text);
            }
            show.write(out);
        }
        return file;
    }

    /** Writes a workbook with two sheets, "Ports" and "Ships". */
    public static Path xlsx(Path file) throws IOException {
        try (XSSFWorkbook book = new XSSFWorkbook();
                OutputStream out = Files.newOutputStream(file)) {
            rows(book.createSheet("Ports"), new String[][] {{"port", "country"}, {"Riga", "Latvia"}});
            rows(book.createSheet("Ships"), new String[][] {{"ship", "port"}, {"Alma", "Riga"}});
            book.write(out);
        }
        return file;
    }

    private static void rows(XSSFSheet sheet, String[][] rows) {
        for (int r = 0; r < rows.length; r++) {
            XSSFRow row = sheet.createRow(r);
            for (int c = 0; c < rows[r].length; c++) {
                row.createCell(c).setCellValue(rows[r][c]);
            }
        }
    }

    /** Writes a book of two chapters, "Harbour" and "Storm". */
    public static Path epub(Path file) throws IOException {
        return zip(
                file,
                Map.of(
                        "META-INF/container.xml",
                        "<container version='1.0' xmlns='urn:oasis:names:tc:opendocument:xmlns:container'><rootfiles>"
                                + "<rootfile full-path='book.opf' media-type='application/oebps-package+xml'/>"
                                + "</rootfiles></container>",
                        "book.opf",
                        "<package xmlns='http://www.idpf.org/2007/opf' version='2.0'><metadata"
                                + " xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:title>The Slow Ship</dc:title>"
                                + "<dc:creator>A. Clerk</dc:creator></metadata><manifest>"
                                + "<item id='one' href='one.xhtml' media-type='application/xhtml+xml'/>"
                                + "<item id='two' href='two.xhtml' media-type='application/xhtml+xml'/></manifest>"
                                + "<spine><itemref idref='one'/><itemref idref='two'/></spine></package>",
                        "one.xhtml",
                        chapter("Harbour", "The ship lay still."),
                        "two.xhtml",
                        chapter("Storm", "The wind rose.")));
    }

    private static String chapter(String heading, String text) {
        return "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>t</title></head><body><h1>" + heading
                + "</h1><p>" + text + "</p></body></html>";
    }

    /** Writes a zip whose first, uncompressed part declares it an epub. */
    static Path zip(Path file, Map<String, String> parts) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            byte[] type = "application/epub+zip".getBytes(StandardCharsets.UTF_8);
            CRC32 sum = new CRC32();
            sum.update(type);
            ZipEntry entry = new ZipEntry("mimetype");
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(type.length);
            entry.setCrc(sum.getValue());
            zip.putNextEntry(entry);
            zip.write(type);
            for (Map.Entry<String, String> part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }
}
