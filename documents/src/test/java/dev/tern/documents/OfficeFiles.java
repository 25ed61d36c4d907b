package dev.tern.documents;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
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
import org.apache.poi.sl.usermodel.PictureData;
import org.apache.poi.ss.util.CellRangeAddress;
import org.apache.poi.xslf.usermodel.XMLSlideShow;
import org.apache.poi.xslf.usermodel.XSLFTextBox;
import org.apache.poi.xssf.usermodel.XSSFRow;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.apache.poi.xwpf.usermodel.XWPFParagraph;
import org.apache.poi.xwpf.usermodel.XWPFTable;
import org.openxmlformats.schemas.presentationml.x2006.main.CTPicture;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.STMerge;

/** Writes small real files of the formats, for the tests of this and other modules. */
public final class OfficeFiles {
    private static final String[][] MERGED = {
        {"port", "depth", "", "flag"},
        {"", "summer", "winter", ""},
        {"Riga", "8 m", "7 m", "Latvia"},
        {"Liepaja", "9 m", "", ""},
        {"Turku", "6 m", "5 m", "Finland"},
        {"Measured in 1901", "", "", ""}
    };
    /**
     * First and last row, first and last column; single-row ones last, for Word's removed cells.
     */
    private static final int[][] REGIONS = {
        {0, 1, 0, 0}, {0, 1, 3, 3}, {2, 3, 3, 3}, {0, 0, 1, 2}, {3, 3, 1, 2}, {5, 5, 0, 3}
    };

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

    /**
     * Writes a table with merged cells: "port" over two rows, "depth" over "summer" and "winter", a
     * flag for two ports, a depth for both seasons, and a one-cell row.
     */
    static Path mergedDocx(Path file) throws IOException {
        try (XWPFDocument document = new XWPFDocument();
                OutputStream out = Files.newOutputStream(file)) {
            var table = document.createTable(MERGED.length, MERGED[0].length);
            for (int row = 0; row < MERGED.length; row++) {
                for (int column = 0; column < MERGED[row].length; column++) {
                    table.getRow(row).getCell(column).setText(MERGED[row][column]);
                }
            }
            for (int[] region : REGIONS) {
                if (region[0] == region[1]) {
                    across(table, region[0], region[2], region[3] - region[2] + 1);
                } else {
                    down(table, region[0], region[2]);
                }
            }
            document.write(out);
        }
        return file;
    }

    private static void down(XWPFTable table, int row, int column) {
        for (int i = 0; i < 2; i++) {
            var cell = table.getRow(row + i).getCell(column).getCTTc();
            (cell.isSetTcPr() ? cell.getTcPr() : cell.addNewTcPr())
                    .addNewVMerge()
                    .setVal(i == 0 ? STMerge.RESTART : STMerge.CONTINUE);
        }
    }

    private static void across(XWPFTable table, int row, int column, int columns) {
        var cell = table.getRow(row).getCell(column).getCTTc();
        (cell.isSetTcPr() ? cell.getTcPr() : cell.addNewTcPr()).addNewGridSpan().setVal(BigInteger.valueOf(columns));
        for (int i = 1; i < columns; i++) {
            table.getRow(row).getCtRow().removeTc(column + 1);
        }
    }

    /** Writes the table of {@link #mergedDocx} on a slide, with a described picture. */
    static Path mergedPptx(Path file) throws IOException {
        try (XMLSlideShow show = new XMLSlideShow();
                OutputStream out = Files.newOutputStream(file)) {
            var slide = show.createSlide();
            var table = slide.createTable(MERGED.length, MERGED[0].length);
            for (int row = 0; row < MERGED.length; row++) {
                for (int column = 0; column < MERGED[row].length; column++) {
                    table.getCell(row, column).setText(MERGED[row][column]);
                }
            }
            for (int[] region : REGIONS) {
                table.mergeCells(region[0], region[1], region[2], region[3]);
            }
            byte[] dot = Base64.getDecoder()
                    .decode(
                            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");
            var picture = slide.createPicture(show.addPicture(dot, PictureData.PictureType.PNG));
            ((CTPicture) picture.getXmlObject()).getNvPicPr().getCNvPr().setDescr("The harbour of Riga");
            show.write(out);
        }
        return file;
    }

    /** Writes the same table as a sheet "Ports", under a title over all of it. */
    static Path mergedXlsx(Path file) throws IOException {
        try (XSSFWorkbook book = new XSSFWorkbook();
                OutputStream out = Files.newOutputStream(file)) {
            XSSFSheet sheet = book.createSheet("Ports");
            sheet.createRow(0).createCell(0).setCellValue("Ports of the Baltic");
            sheet.addMergedRegion(new CellRangeAddress(0, 0, 0, 3));
            for (int row = 0; row < MERGED.length; row++) {
                XSSFRow cells = sheet.createRow(row + 1);
                for (int column = 0; column < MERGED[row].length; column++) {
                    if (!MERGED[row][column].isEmpty()) {
                        cells.createCell(column).setCellValue(MERGED[row][column]);
                    }
                }
            }
            for (int[] region : REGIONS) {
                sheet.addMergedRegion(new CellRangeAddress(region[0] + 1, region[1] + 1, region[2], region[3]));
            }
            book.write(out);
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
