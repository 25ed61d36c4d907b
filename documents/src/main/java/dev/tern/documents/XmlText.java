package dev.tern.documents;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.xml.XMLParser;
import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.DefaultHandler;

/** Parses XML as its text; an element begins a line, except within text of its parent. */
final class XmlText extends XMLParser {
    private static final long serialVersionUID = 1L;

    @Override
    protected ContentHandler getContentHandler(ContentHandler handler, Metadata metadata, ParseContext context) {
        return new Lines(handler);
    }

    private static final class Lines extends DefaultHandler {
        private final ContentHandler handler;
        /** For each open element, whether it has text of its own so far. */
        private final Deque<Boolean> texts = new ArrayDeque<>();

        private Lines(ContentHandler handler) {
            this.handler = handler;
        }

        @Override
        public void startElement(String uri, String localName, String qualifiedName, Attributes attributes)
                throws SAXException {
            if (Boolean.FALSE.equals(texts.peek())) {
                handler.startElement("", "br", "br", new AttributesImpl());
                handler.endElement("", "br", "br");
            }
            // Within a text, all elements are part of it.
            texts.push(Boolean.TRUE.equals(texts.peek()));
        }

        @Override
        public void endElement(String uri, String localName, String qualifiedName) {
            texts.pop();
        }

        @Override
        public void characters(char[] characters, int start, int length) throws SAXException {
            if (!new String(characters, start, length).isBlank()) {
                texts.pop();
                texts.push(true);
            }
            handler.characters(characters, start, length);
        }
    }
}
