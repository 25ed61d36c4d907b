package dev.tern.documents;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.interactive.action.PDActionURI;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;

/** Files that reference an address or a file, for parsers to fetch or read. */
final class NamingFiles {
    private NamingFiles() {}

    /** Writes a file of each format that can hold references, with every kind of them. */
    static void write(Path folder, String address) throws IOException {
        String doctype = "<!DOCTYPE a SYSTEM '" + address + ".dtd' [<!ENTITY e SYSTEM '" + address
                + "'><!ENTITY % p SYSTEM '" + address + "'> %p;]>";
        Files.writeString(
                folder.resolve("page.html"),
                "<!DOCTYPE html SYSTEM '" + address + "'><html><head><base href='" + address
                        + "'><link rel='stylesheet' href='"
                        + address + "'><meta http-equiv='refresh' content='0;url=" + address
                        + "'></head><body><p>A page."
                        + "<img src='" + address + "'><iframe src='" + address + "'></iframe><object data='" + address
                        + "'></object><script src='" + address + "'></script></body></html>");
        Files.writeString(
                folder.resolve("a.xml"),
                "<?xml version='1.0'?><?xml-stylesheet href='" + address + "'?>" + doctype
                        + "<a xmlns:xi='http://www.w3.org/2001/XInclude'"
                        + " xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
                        + " xsi:noNamespaceSchemaLocation='" + address + "'>text &e;<xi:include href='" + address
                        + "'/></a>");
        drawingsAndInclusions(folder, address, doctype);
        Files.writeString(
                folder.resolve("b.xhtml"),
                "<?xml version='1.0'?>" + doctype.replace("DOCTYPE a", "DOCTYPE html")
                        + "<html xmlns='http://www.w3.org/1999/xhtml'><body>text &e;</body></html>");
        Files.writeString(folder.resolve("c.md"), "A text ![picture](" + address + ") <img src='" + address + "'>");
        HostileFilesTest.withPart(
                folder.resolve("d.docx"),
                "word/_rels/document.xml.rels",
                "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
                        + relationship("1", "attachedTemplate", address)
                        + relationship("2", "image", address)
                        + relationship("3", "oleObject", address) + "</Relationships>");
        OfficeFiles.zip(
                folder.resolve("e.epub"),
                Map.of("META-INF/container.xml", "<?xml version='1.0'?>" + doctype + "<container>&e;</container>"));
        form(folder, address);
    }

    private static void drawingsAndInclusions(Path folder, String address, String doctype) throws IOException {
        Files.writeString(
                folder.resolve("included.xml"),
                "<a xmlns:xi='http://www.w3.org/2001/XInclude'>text <xi:include parse='text' href='" + address
                        + "'/></a>");
        Files.writeString(
                folder.resolve("drawing.svg"),
                "<?xml version='1.0'?>" + doctype.replace("DOCTYPE a", "DOCTYPE svg")
                        + "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'><text>&e;"
                        + "</text><image xlink:href='" + address + "'/></svg>");
        Files.writeString(
                folder.resolve("inline.html"),
                "<!DOCTYPE html><p>text<svg><text>&e;</text><image href='" + address + "'/></svg><embed src='" + address
                        + "'>");
        HostileFilesTest.withPart(
                folder.resolve("entity.docx"),
                "word/document.xml",
                "<?xml version='1.0'?>" + doctype.replace("DOCTYPE a", "DOCTYPE w:document")
                        + "<w:document"
                        + " xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'><w:body><w:p><w:r><w:t>text"
                        + " &e;</w:t></w:r></w:p></w:body></w:document>");
        HostileFilesTest.withPart(
                folder.resolve("included.docx"),
                "word/document.xml",
                "<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'"
                        + " xmlns:xi='http://www.w3.org/2001/XInclude'><w:body><w:p><w:r><w:t>text <xi:include"
                        + " parse='text' href='" + address + "'/></w:t></w:r></w:p></w:body></w:document>");
    }

    private static String relationship(String id, String type, String address) {
        return "<Relationship Id='r" + id
                + "' Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/" + type + "' Target='"
                + address + "' TargetMode='External'/>";
    }

    /** Writes a PDF with an action that opens an address, and an XML form that references it. */
    private static void form(Path folder, String address) throws IOException {
        OfficeFiles.pdf(folder.resolve("form.pdf"), "A form.");
        try (PDDocument document = org.apache.pdfbox.Loader.loadPDF(
                        folder.resolve("form.pdf").toFile());
                ByteArrayOutputStream saved = new ByteArrayOutputStream()) {
            PDActionURI action = new PDActionURI();
            action.setURI(address);
            document.getDocumentCatalog().setOpenAction(action);
            document.addPage(new PDPage());
            PDAcroForm form = new PDAcroForm(document);
            byte[] xfa = ("<?xml version='1.0'?><!DOCTYPE x SYSTEM '" + address + "' [<!ENTITY e SYSTEM '" + address
                            + "'>]><xdp:xdp xmlns:xdp='http://ns.adobe.com/xdp/'>&e;</xdp:xdp>")
                    .getBytes(StandardCharsets.UTF_8);
            var stream = new org.apache.pdfbox.pdmodel.common.PDStream(document, new java.io.ByteArrayInputStream(xfa));
            form.getCOSObject().setItem(org.apache.pdfbox.cos.COSName.XFA, stream);
            document.getDocumentCatalog().setAcroForm(form);
            document.save(saved);
            Files.write(folder.resolve("form.pdf"), saved.toByteArray());
        }
    }
}
