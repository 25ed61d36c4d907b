package dev.tern.documents;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.codec.DecoderUtil;
import org.apache.james.mime4j.dom.Body;
import org.apache.james.mime4j.dom.Entity;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.dom.Multipart;
import org.apache.james.mime4j.dom.SingleBody;
import org.apache.james.mime4j.dom.address.Address;
import org.apache.james.mime4j.dom.address.Mailbox;
import org.apache.james.mime4j.dom.field.ContentTypeField;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.apache.james.mime4j.message.DefaultMessageWriter;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.poi.hsmf.MAPIMessage;
import org.apache.poi.hsmf.datatypes.AttachmentChunks;
import org.apache.poi.hsmf.exceptions.ChunkNotFoundException;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXException;

/**
 * Reads messages of internet mail and of Outlook: sender, recipients, date and text, with quoted
 * text in sections of its own. Attachments are written to the parser's folder and become documents.
 */
final class MailParser {
    /** The prefix of an attachment's file name, before its number. */
    static final String ATTACHED = "attached-";

    private static final String QUOTED = "Quoted text";
    private static final Pattern MARKS = Pattern.compile(">[> ]*+");
    /** A line that introduces a quote, or the head of a message that Outlook quotes unmarked. */
    private static final Pattern ATTRIBUTION = Pattern.compile(
            "(?m)^(?:.{0,200}(?:wrote|schrieb.{0,99}|escribi\u00f3|a \u00e9crit|ha scritto|menulis|schreef"
                + "|napisa\u0142.{0,9}|skrev.{0,99}|\u043f\u0438\u0441\u0430\u043b.{0,9}|\u3055\u3093\u306f\u66f8\u304d\u307e\u3057\u305f|\u5199\u9053)["
                + " ]?[:\uff1a]|-{3,}[ ]?[\\p{L} ]{4,40}[ ]?-{3,})[ ]*$");

    private static final String QUOTES =
            "blockquote[type=cite], .gmail_quote, .moz-cite-prefix, #divRplyFwdMsg, .yahoo_quoted, .protonmail_quote";
    /** A line that continues on the next line, unless it is quoted or begins a signature. */
    private static final Pattern SOFT_BREAK = Pattern.compile("(?m)^(?!>|-- \\r?$)(.*) \\r?\\n(?![>\\s])");

    private static final Pattern ID = Pattern.compile("<([^<>\\s]+)>");

    private final LoadLimits limits;
    private final HiddenText unseen = new HiddenText();
    private final XhtmlText handler;
    private final Outline outline;
    private final List<String> attachments = new ArrayList<>();
    private final Map<String, String> heads = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private String subject = "";
    private String from = "";
    private String to = "";
    private String date = "";
    private String usualCharset = "";
    private String remark = "";

    MailParser(LoadLimits limits) {
        this.limits = limits;
        handler = new XhtmlText(limits, false, unseen);
        outline = handler.outline();
    }

    /**
     * Parses an internet message and writes its attachments.
     *
     * @param charset the character set of parts that declare none, or empty
     */
    ParsedFile message(Path file, String type, String charset) throws IOException, SAXException, UnreadableException {
        usualCharset = charset;
        DefaultMessageBuilder builder = new DefaultMessageBuilder();
        builder.setMimeEntityConfig(MimeConfig.PERMISSIVE);
        builder.setDecodeMonitor(DecodeMonitor.SILENT);
        Message message;
        try (InputStream in = Files.newInputStream(file)) {
            message = builder.parseMessage(in);
        }
        for (Field field : message.getHeader().getFields()) {
            heads.putIfAbsent(field.getName(), field.getBody());
        }
        subject = Objects.requireNonNullElse(message.getSubject(), "");
        from = message.getFrom() == null ? "" : names(message.getFrom().stream());
        to = message.getTo() == null ? "" : names(message.getTo().stream());
        date = message.getDate() == null ? "" : message.getDate().toInstant().toString();
        head();
        readParts(message, 0);
        message.dispose();
        return parsed(type);
    }

    /** Parses an Outlook message and writes its attachments, except attached Outlook messages. */
    ParsedFile outlook(Path file, String type) throws IOException, SAXException, UnreadableException {
        try (MAPIMessage message = new MAPIMessage(file.toFile())) {
            message.setReturnNullOnMissingChunk(true);
            message.guess7BitEncoding();
            String[] lines = message.getHeaders();
            for (String line : lines == null ? new String[0] : lines) {
                int colon = line.indexOf(':');
                if (colon > 0) {
                    heads.putIfAbsent(line.substring(0, colon), line.substring(colon + 1));
                }
            }
            subject = text(message.getSubject());
            from = text(message.getDisplayFrom());
            to = text(message.getDisplayTo()).replace(";", ",");
            Calendar sent = message.getMessageDate();
            date = sent == null ? "" : sent.toInstant().toString();
            head();
            String plain = text(message.getTextBody());
            String html = plain.isBlank() ? text(message.getHtmlBody()) : "";
            String rtf = plain.isBlank() && html.isBlank() ? text(message.getRtfBody()) : "";
            if (!rtf.isBlank()) {
                new RtfText(limits, rtf.getBytes(StandardCharsets.ISO_8859_1), outline, unseen).write();
            } else if (html.isBlank()) {
                plain(plain);
            } else {
                html(html);
            }
            for (AttachmentChunks attached : message.getAttachmentFiles()) {
                byte[] bytes = attached.getEmbeddedAttachmentObject();
                if (bytes != null) {
                    attach(name(attached), new ByteArrayInputStream(bytes));
                } else if (attached.isEmbeddedMessage()) {
                    remark = "is read without its attached Outlook messages";
                }
            }
        } catch (ChunkNotFoundException e) {
            throw new IOException(e.getMessage(), e);
        }
        return parsed(type);
    }

    private static String name(AttachmentChunks attached) {
        return Stream.of(attached.getAttachLongFileName(), attached.getAttachFileName())
                .filter(Objects::nonNull)
                .map(chunk -> text(chunk.getValue()))
                .filter(name -> !name.isBlank())
                .findFirst()
                .orElse("");
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static String names(Stream<? extends Address> addresses) {
        return addresses
                .map(address -> address instanceof Mailbox one
                        ? one.getName() == null || one.getName().isBlank() ? one.getAddress() : one.getName()
                        : address.toString())
                .collect(Collectors.joining(", "));
    }

    private void head() throws UnreadableException {
        line("From", from);
        line("To", to);
        line("Date", date.length() < 10 ? "" : date.substring(0, 10));
        outline.paragraph();
    }

    private void line(String label, String value) throws UnreadableException {
        if (!value.isBlank()) {
            outline.append(label + ": " + value);
            outline.line();
        }
    }

    private void readParts(Entity entity, int depth) throws IOException, SAXException, UnreadableException {
        limits.check(LoadLimit.NESTING, depth, "has more than " + limits.of(LoadLimit.NESTING) + " nested parts");
        Body body = entity.getBody();
        String type = text(entity.getMimeType());
        if (body instanceof Multipart parts) {
            List<Entity> read = parts.getBodyParts();
            if (type.equals("multipart/alternative")) {
                // Plain text, which marks quotes, is preferred to the last and richest alternative.
                read = read.stream()
                        .filter(part -> text(part.getMimeType()).equals("text/plain"))
                        .findFirst()
                        .map(List::of)
                        .orElse(read.isEmpty() ? read : List.of(read.getLast()));
            }
            for (Entity part : read) {
                readParts(part, depth + 1);
            }
        } else if (body instanceof Message inner) {
            Path written = nextPart(text(inner.getSubject()).isBlank() ? "message.eml" : inner.getSubject() + ".eml");
            try (var out = Files.newOutputStream(written)) {
                new DefaultMessageWriter().writeMessage(inner, out);
            }
        } else if (body instanceof SingleBody single) {
            String name = text(entity.getFilename());
            boolean attached = "attachment".equals(entity.getDispositionType()) || !name.isEmpty();
            try (InputStream in = single.getInputStream()) {
                if (!attached && type.equals("text/html")) {
                    html(decode(in, entity));
                } else if (!attached && type.equals("text/plain")) {
                    plain(unflowed(decode(in, entity), entity));
                } else if ((attached || type.startsWith("text/")) && !isPictureInText(entity, type)) {
                    attach(DecoderUtil.decodeEncodedWords(name, DecodeMonitor.SILENT), in);
                }
            }
        }
    }

    /** Returns true if a part is a picture with a content id, as a logo within the text has. */
    private static boolean isPictureInText(Entity entity, String type) {
        Entity parent = entity.getParent();
        return type.startsWith("image/")
                && entity.getHeader().getField("Content-ID") != null
                && (!"attachment".equals(entity.getDispositionType())
                        || (parent != null && "multipart/related".equals(parent.getMimeType())));
    }

    private String decode(InputStream in, Entity entity) throws IOException {
        String declared = text(entity.getCharset());
        // The library reports us-ascii for undeclared charsets too.
        boolean ascii = declared.equalsIgnoreCase("us-ascii");
        TextEncoding.DecodedText decoded = TextEncoding.decode(in.readAllBytes(), ascii ? usualCharset : declared);
        remark = HiddenText.joined(remark, decoded.remark());
        return decoded.text();
    }

    /** Joins the lines of text in the format "flowed", whose wrapped lines end with a space. */
    private static String unflowed(String text, Entity entity) {
        boolean flowed = entity.getHeader().getField("Content-Type") instanceof ContentTypeField type
                && "flowed".equalsIgnoreCase(type.getParameter("format"));
        return flowed ? SOFT_BREAK.matcher(text).replaceAll("$1 ") : text;
    }

    private void attach(String name, InputStream in) throws IOException, UnreadableException {
        Files.copy(in, nextPart(name.isBlank() ? "attachment" : name));
    }

    private Path nextPart(String name) throws IOException, UnreadableException {
        limits.check(LoadLimit.PARTS, attachments.size() + 1L, "has " + (attachments.size() + 1) + " attachments");
        attachments.add(name);
        Path file = Path.of(System.getProperty("java.io.tmpdir"), ATTACHED + (attachments.size() - 1));
        Files.deleteIfExists(file);
        return file;
    }

    /** Writes text whose quotes, marked by ">" or introduced by a line, become sections. */
    private void plain(String text) throws UnreadableException {
        boolean quoted = false;
        StringBuilder block = new StringBuilder();
        List<String> lines = PlainText.clean(text).lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            Matcher marks = MARKS.matcher(line);
            boolean marked = marks.lookingAt();
            boolean quotes = marked
                    || (quoted && line.isBlank())
                    || (ATTRIBUTION.matcher(line).matches() && (line.startsWith("---") || isMarkedBelow(lines, i)))
                    || (quoted && !isMarkedBelow(lines, i) && line.startsWith("-----"));
            if (quotes != quoted) {
                flush(block);
                outline.aside(quotes ? QUOTED : "");
                quoted = quotes;
            }
            block.append(marked ? line.substring(marks.end()) : line).append('\n');
            if (!marked && line.startsWith("---") && ATTRIBUTION.matcher(line).matches()) {
                // The rest of the message is quoted.
                lines.subList(i + 1, lines.size())
                        .forEach(rest -> block.append(rest).append('\n'));
                break;
            }
        }
        flush(block);
        outline.aside("");
    }

    private static boolean isMarkedBelow(List<String> lines, int at) {
        return lines.stream()
                .skip(at + 1L)
                .filter(line -> !line.isBlank())
                .findFirst()
                .orElse("")
                .startsWith(">");
    }

    private void flush(StringBuilder block) throws UnreadableException {
        outline.paragraph();
        outline.appendLines(WrappedText.joined(block.toString().strip()));
        outline.paragraph();
        block.setLength(0);
    }

    private void html(String html) throws SAXException {
        Document page = Jsoup.parse(html);
        HtmlParser.leaveHidden(page, unseen);
        Element quote = page.selectFirst(QUOTES);
        if (quote != null) {
            quote.remove();
        }
        HtmlParser.write(page, handler);
        if (quote != null && !quote.text().isBlank()) {
            outline.aside(QUOTED);
            HtmlParser.write(Jsoup.parse(quote.outerHtml()), handler);
            outline.aside("");
        }
    }

    private ParsedFile parsed(String type) {
        String message = first(heads.getOrDefault("Message-ID", ""));
        String thread = Stream.of("References", "In-Reply-To")
                .map(name -> first(heads.getOrDefault(name, "")))
                .filter(id -> !id.isEmpty())
                .findFirst()
                .orElse(message);
        String all = HiddenText.joined(remark, unseen.remark());
        return new ParsedFile(outline.text(), outline.sections(), outline.tables(), subject, type, from, date, all)
                .with(new MailHeader(to, message, thread, attachments));
    }

    private static String first(String ids) {
        Matcher id = ID.matcher(ids);
        return id.find() ? id.group(1) : "";
    }
}
