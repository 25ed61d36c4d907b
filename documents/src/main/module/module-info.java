/** PDF, Office, HTML and other files as documents: {@link dev.tern.documents.SourceLoader}. */
module dev.tern.documents {
    requires transitive dev.tern;
    requires static org.jspecify;
    requires com.fasterxml.jackson.databind;
    requires apache.mime4j.core;
    requires apache.mime4j.dom;
    requires crawler.commons;
    requires java.desktop;
    requires java.xml;
    requires org.apache.commons.compress;
    requires org.apache.commons.csv;
    requires org.apache.commons.io;
    requires org.apache.httpcomponents.client5.httpclient5;
    requires org.apache.httpcomponents.core5.httpcore5;
    requires org.apache.pdfbox;
    requires org.apache.pdfbox.io;
    requires org.apache.poi.ooxml;
    requires org.apache.poi.ooxml.schemas;
    requires org.apache.poi.poi;
    requires org.apache.poi.scratchpad;
    requires org.apache.tika.core;
    requires org.apache.tika.parser.html;
    requires org.apache.tika.parser.microsoft;
    requires org.apache.tika.parser.miscoffice;
    requires org.apache.tika.parser.txt;
    requires org.apache.tika.parser.xml;
    requires org.apache.xmlbeans;
    requires org.commonmark;
    requires org.commonmark.ext.front.matter;
    requires org.commonmark.ext.gfm.tables;
    requires org.jsoup;
    requires org.slf4j;

    exports dev.tern.documents;
    exports dev.tern.documents.jsonl;
    exports dev.tern.documents.temporary to
            dev.tern.cli.command;

    opens dev.tern.documents to
            com.fasterxml.jackson.databind;

    uses dev.tern.documents.OcrEngine;
}
