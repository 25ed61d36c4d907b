package dev.tern.documents;

import java.awt.geom.Point2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.Writer;
import java.text.Normalizer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.contentstream.operator.color.SetNonStrokingColor;
import org.apache.pdfbox.contentstream.operator.color.SetNonStrokingColorN;
import org.apache.pdfbox.contentstream.operator.color.SetNonStrokingColorSpace;
import org.apache.pdfbox.contentstream.operator.color.SetNonStrokingDeviceCMYKColor;
import org.apache.pdfbox.contentstream.operator.color.SetNonStrokingDeviceGrayColor;
import org.apache.pdfbox.contentstream.operator.color.SetNonStrokingDeviceRGBColor;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSNumber;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageTree;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType3Font;
import org.apache.pdfbox.pdmodel.graphics.color.PDColor;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;
import org.apache.pdfbox.util.Matrix;
import org.jspecify.annotations.Nullable;

/** Reads the words and the drawn lines of a PDF page, with their positions. Not thread-safe. */
final class PdfPageReader extends PDFTextStripper {
    private static final Pattern BOLD = Pattern.compile("bold|black|heavy|[-,]bd\\b");
    private static final List<String> PATH_OPERATORS =
            List.of("m", "l", "re", "h", "c", "v", "y", "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "n");

    /** The maximum size, in points, of letters that are too small to be read. */
    private static final double TINY = 1;

    /** The maximum size and the minimum rise of superscripts, relative to the text. */
    private static final double SMALLER = 0.85;

    private static final double HIGHER = 0.15;

    /** The characters of TeX's bitmap fonts, by their codes in its T1 encoding. */
    private static final Map<Character, String> OF_TEX = Map.of(
            '\u001b', "ff", '\u001c', "fi", '\u001d', "fl", '\u001e', "ffi", '\u001f', "ffl", '\u0010', "\u201c",
            '\u0011', "\u201d", '\u0015', "\u2013", '\u0016', "\u2014", '\u0088', "\u2022");

    /** The height of strike-through lines above the baseline, in font sizes. */
    private static final double STRUCK = 0.32;

    private static final double STRUCK_NEAR = 0.13;

    private static final int MAX_FORMS = 1_000;
    private static final int MAX_PARTS = 3_000;

    private final List<DirectedWord> written = new ArrayList<>();
    private final DrawnLines drawn = new DrawnLines();
    private final ObliqueText oblique = new ObliqueText();
    private final IdentityHashMap<TextPosition, Integer> markedContent = new IdentityHashMap<>();
    private final Deque<Integer> open = new ArrayDeque<>();
    /** The drawn lines by direction of the text, computed on first use after drawing. */
    private final Map<Integer, List<RuledLine>> rulings = new HashMap<>();

    private final Set<RuledLine> strikes = new HashSet<>();
    private IntFunction<PdfTag> tags = content -> PdfTag.NONE;
    private PDPage page = new PDPage();

    /** The areas painted in colours other than white; white text on these areas is visible. */
    private final List<Rectangle2D> painted = new ArrayList<>();

    private final HiddenText unseen;
    /** The end of the last letter that was kept. */
    private double endOfSeen;

    private double lineOfSeen;
    private boolean unseenBefore;
    private @Nullable PDColor lastColour;
    private boolean whiteColour;
    private boolean pictured;

    private record DirectedWord(PdfWord word, double direction) {}

    PdfPageReader(HiddenText unseen) {
        this.unseen = unseen;
        setStartPage(0);
        addOperator(new SetNonStrokingColor(this));
        addOperator(new SetNonStrokingColorN(this));
        addOperator(new SetNonStrokingColorSpace(this));
        addOperator(new SetNonStrokingDeviceGrayColor(this));
        addOperator(new SetNonStrokingDeviceRGBColor(this));
        addOperator(new SetNonStrokingDeviceCMYKColor(this));
    }

    /**
     * Reads the words and lines of a page.
     *
     * @param number the page index
     * @param tagged the tags of its content
     */
    PdfPage read(PDDocument pdf, int number, PdfTags tagged) throws IOException {
        page = pdf.getPage(number);
        tags = content -> tagged.tag(page, content);
        markedContent.clear();
        open.clear();
        written.clear();
        drawn.clear();
        oblique.clear();
        painted.clear();
        rulings.clear();
        strikes.clear();
        unseenBefore = false;
        pictured = hasPicture(page.getResources(), Collections.newSetFromMap(new IdentityHashMap<>()));
        writeText(pdf, Writer.nullWriter());
        Map<Double, Integer> characters = new TreeMap<>();
        Map<Double, List<PdfWord>> obliqueWords = new LinkedHashMap<>();
        for (DirectedWord one : written) {
            if (oblique.isOblique(one.direction)) {
                obliqueWords
                        .computeIfAbsent(one.direction, ignored -> new ArrayList<>())
                        .add(one.word.aside());
            } else {
                characters.merge(one.direction, one.word.text().length(), Integer::sum);
            }
        }
        double direction = characters.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(0.0);
        List<PdfWord> words = new ArrayList<>(inColumns(written.stream()
                .filter(one -> !one.word.text().isEmpty() && !oblique.isOblique(one.direction))
                .map(one -> one.direction == direction ? one.word : one.word.aside())
                .toList()));
        obliqueWords.forEach((angle, block) ->
                ObliqueText.add(words, block, angle, page.getCropBox().getHeight()));
        List<RuledLine> rulings = new ArrayList<>(rulings((int) direction));
        rulings.removeAll(strikes);
        return new PdfPage(PdfParagraphs.in(words), rulings);
    }

    /** Returns the words column by column if the file alternates the lines of two columns. */
    private static List<PdfWord> inColumns(List<PdfWord> words) {
        List<TextLine> lines =
                TextLine.of(words.stream().filter(word -> !word.turned()).toList());
        List<TextLine> parts =
                lines.stream().flatMap(line -> line.parts().stream()).toList();
        Map<PdfWord, PdfWord> next = new HashMap<>();
        for (int i = 1; i < words.size(); i++) {
            next.put(words.get(i - 1), words.get(i));
        }
        List<List<TextLine>> beside = lines.stream()
                .map(TextLine::parts)
                .filter(line -> line.size() > 1)
                .toList();
        long inTurn = beside.stream()
                .filter(line -> line.get(1)
                        .words()
                        .getFirst()
                        .equals(next.get(line.getFirst().words().getLast())))
                .count();
        List<List<TextLine>> rows =
                2 * inTurn <= beside.size() || parts.size() > MAX_PARTS ? List.of() : PageLayout.rows(parts);
        if (rows.size() < lines.size() + 2) {
            return words;
        }
        return Stream.concat(
                        rows.stream().flatMap(List::stream).flatMap(part -> part.words().stream()),
                        words.stream().filter(PdfWord::turned))
                .toList();
    }

    @Override
    protected void processPages(PDPageTree pages) throws IOException {
        processPage(page);
    }

    @Override
    protected void writeString(String text, List<TextPosition> positions) {
        boolean rightToLeft = ReadingOrder.isRightToLeft(text);
        int start = 0;
        for (int i = 0; i <= positions.size(); i++) {
            boolean blank =
                    i < positions.size() && positions.get(i).getUnicode().isBlank();
            // Cells may be close together, and right-to-left lines are drawn in any order.
            boolean otherWord = i > start
                    && i < positions.size()
                    && (!Objects.equals(
                                    tag(positions.get(i)).cell(),
                                    tag(positions.get(i - 1)).cell())
                            || isRaised(positions.get(start), positions.get(i))
                            || (rightToLeft && isBehind(positions.get(i - 1), positions.get(i))));
            if (i == positions.size() || blank || otherWord) {
                add(positions.subList(start, i));
                start = blank ? i + 1 : i;
            }
        }
    }

    private List<RuledLine> rulings(int direction) {
        return rulings.computeIfAbsent(direction, of -> drawn.rulings(of, page.getCropBox()));
    }

    /** Returns the letters that are not struck out; counts each strike-through line once. */
    private List<TextPosition> withoutStruck(List<TextPosition> word) {
        TextPosition first = word.getFirst();
        List<RuledLine> near = rulings(Math.round(first.getDir())).stream()
                .filter(line -> !line.upright()
                        && Math.abs(first.getYDirAdj() - line.at()) < 2 * Math.abs(first.getFontSizeInPt()))
                .toList();
        return near.isEmpty()
                ? word
                : word.stream().filter(position -> isNotStruck(position, near)).toList();
    }

    private boolean isNotStruck(TextPosition position, List<RuledLine> near) {
        double size = Math.abs(position.getFontSizeInPt());
        List<RuledLine> through = near.stream()
                .filter(line -> Math.abs(position.getYDirAdj() - line.at() - STRUCK * size) < STRUCK_NEAR * size
                        && line.from() <= position.getXDirAdj() + HIGHER * size
                        && line.to() >= position.getXDirAdj() + position.getWidthDirAdj() - HIGHER * size)
                .toList();
        if (strikes.addAll(through)) {
            unseen.count("struck-out text");
        }
        return through.isEmpty();
    }

    /** Returns true if the next letter is to the left of a letter, with space between. */
    private static boolean isBehind(TextPosition letter, TextPosition next) {
        return letter.getXDirAdj() - next.getXDirAdj() - next.getWidthDirAdj() > HIGHER * next.getFontSizeInPt();
    }

    /** Joins the letters of a word in reading order; smaller, higher letters are superscripts. */
    private static String joinLetters(List<TextPosition> word) {
        if (word.stream().anyMatch(position -> ReadingOrder.isRightToLeft(position.getUnicode()))) {
            List<TextPosition> visual = word.stream()
                    .sorted(Comparator.comparingDouble(TextPosition::getXDirAdj))
                    .toList();
            String letters = ReadingOrder.of(visual, TextPosition::getUnicode).stream()
                    .map(TextPosition::getUnicode)
                    .collect(Collectors.joining());
            return letters(letters);
        }
        StringBuilder said = new StringBuilder();
        StringBuilder raised = new StringBuilder();
        for (TextPosition position : word) {
            TextPosition first = word.getFirst();
            boolean isRaised = isRaised(position, first);
            if (!isRaised && !raised.isEmpty()) {
                said.append(Superscripts.text(said, raised.toString()));
                raised.setLength(0);
            }
            (isRaised ? raised : said).append(position.getUnicode());
        }
        return letters(said.append(raised.isEmpty() ? "" : Superscripts.text(said, raised.toString()))
                .toString());
    }

    private static boolean isRaised(TextPosition letter, TextPosition other) {
        double size = Math.abs(other.getFontSizeInPt());
        return Math.abs(letter.getFontSizeInPt()) < SMALLER * size
                && other.getYDirAdj() - letter.getYDirAdj() > HIGHER * size;
    }

    /** Replaces ligatures and the positional forms of Arabic letters. */
    private static String letters(String text) {
        boolean forms = text.chars().anyMatch(c -> (c >= 0xfb00 && c <= 0xfdff) || (c >= 0xfe70 && c < 0xfeff));
        return forms ? Normalizer.normalize(text, Normalizer.Form.NFKC) : text;
    }

    private PdfTag tag(TextPosition position) {
        return tags.apply(markedContent.getOrDefault(position, -1));
    }

    @Override
    public void beginMarkedContentSequence(COSName tag, COSDictionary properties) {
        super.beginMarkedContentSequence(tag, properties);
        int outer = open.isEmpty() ? -1 : open.getLast();
        open.add(properties == null ? outer : properties.getInt(COSName.MCID, outer));
    }

    @Override
    public void endMarkedContentSequence() {
        super.endMarkedContentSequence();
        open.pollLast();
    }

    @Override
    protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
        switch (operator.getName()) {
            case "sh", "BI" -> painted.add(page.getBBox().toGeneralPath().getBounds2D());
            case "Do" -> {
                boolean picture = operands.getFirst() instanceof COSName name
                        && getResources() != null
                        && getResources().isImageXObject(name);
                if (picture) {
                    painted.add(getGraphicsState()
                            .getCurrentTransformationMatrix()
                            .createAffineTransform()
                            .createTransformedShape(new Rectangle2D.Double(0, 0, 1, 1))
                            .getBounds2D());
                }
            }
            default -> path(operator.getName(), operands);
        }
        super.processOperator(operator, operands);
    }

    private void path(String operator, List<COSBase> operands) {
        if (PATH_OPERATORS.contains(operator)) {
            if ("fFbB".contains(operator.substring(0, 1)) && !isWhite()) {
                painted.add(drawn.bounds());
            }
            double[] numbers = operands.stream()
                    .mapToDouble(operand -> operand instanceof COSNumber number ? number.floatValue() : Double.NaN)
                    .toArray();
            drawn.path(operator, numbers, getGraphicsState().getCurrentTransformationMatrix());
        }
    }

    /** Returns true if the resources hold a picture, such as a scan under invisible text. */
    private static boolean hasPicture(@Nullable PDResources resources, Set<COSDictionary> visited) {
        if (resources == null || visited.size() > MAX_FORMS || !visited.add(resources.getCOSObject())) {
            return false;
        }
        for (COSName name : resources.getXObjectNames()) {
            try {
                if (resources.isImageXObject(name)
                        || (resources.getXObject(name) instanceof PDFormXObject form
                                && hasPicture(form.getResources(), visited))) {
                    return true;
                }
            } catch (IOException e) {
                // A broken object counts as no picture; the page may not even use it.
            }
        }
        return false;
    }

    /** Returns true if a letter is tiny, outside the page, not drawn, or white on white ground. */
    private boolean isUnseen(TextPosition text) {
        PDRectangle seen = page.getCropBox();
        double size = Math.abs(text.getFontSizeInPt());
        double x = text.getTextMatrix().getTranslateX();
        double y = text.getTextMatrix().getTranslateY();
        boolean tiny = size <= TINY && text.getWidthDirAdj() <= TINY && text.getHeightDir() <= TINY;
        boolean outside = (x < -size || y < -size || x > seen.getWidth() + size || y > seen.getHeight() + size)
                && !runsOver(x, y, size);
        RenderingMode mode = getGraphicsState().getTextState().getRenderingMode();
        boolean undrawn = !mode.isFill() && !mode.isStroke() && !pictured;
        return tiny
                || outside
                || undrawn
                || (isWhite()
                        && painted.stream()
                                .noneMatch(area ->
                                        area.contains(x + seen.getLowerLeftX(), y + seen.getLowerLeftY() + size / 4)));
    }

    /** Returns true if a letter continues a line from the page; such lines are kept whole. */
    private boolean runsOver(double x, double y, double size) {
        return Math.abs(y - lineOfSeen) < size / 2 && Math.abs(x - endOfSeen) < size;
    }

    private boolean isWhite() {
        PDColor colour = getGraphicsState().getNonStrokingColor();
        if (colour != lastColour) {
            lastColour = colour;
            try {
                whiteColour = (colour.toRGB() & 0xfcfcfc) == 0xfcfcfc;
            } catch (IOException | RuntimeException e) {
                whiteColour = false;
            }
        }
        return whiteColour && getGraphicsState().getTextState().getRenderingMode() == RenderingMode.FILL;
    }

    @Override
    protected void processTextPosition(TextPosition text) {
        boolean left = isUnseen(text);
        if (left && !unseenBefore && !text.getUnicode().isBlank()) {
            unseen.count("hidden text");
        }
        unseenBefore = left;
        if (left) {
            return;
        }
        endOfSeen = text.getTextMatrix().getTranslateX() + text.getWidthDirAdj();
        lineOfSeen = text.getTextMatrix().getTranslateY();
        TextPosition upright = upright(text);
        if (!open.isEmpty()) {
            markedContent.put(upright, open.getLast());
        }
        super.processTextPosition(upright);
    }

    /** Returns a letter whose page rotation is its own direction, so that PDFBox joins letters. */
    private TextPosition upright(TextPosition text) {
        double angle = oblique.angle(text);
        int direction = angle == 0 ? Math.round(text.getDir()) : 0;
        String unicode = unicode(text);
        if (angle == 0 && direction == page.getRotation() && unicode.equals(text.getUnicode())) {
            return text;
        }
        Matrix turn = ObliqueText.turn(angle);
        Point2D.Float end = turn.transformPoint(text.getEndX(), text.getEndY());
        TextPosition upright = new TextPosition(
                direction,
                text.getPageWidth(),
                text.getPageHeight(),
                text.getTextMatrix().multiply(turn),
                end.x,
                end.y,
                text.getHeight(),
                text.getIndividualWidths()[0],
                text.getWidthOfSpace(),
                unicode,
                text.getCharacterCodes(),
                text.getFont(),
                text.getFontSize(),
                Math.round(text.getFontSizeInPt()));
        oblique.put(upright, angle);
        return upright;
    }

    /** Returns the text of a letter; for letters of TeX's bitmap fonts, PDFBox returns the code. */
    private static String unicode(TextPosition text) {
        String unicode = text.getUnicode();
        boolean drawn = unicode.length() == 1 && text.getFont() instanceof PDType3Font;
        return drawn ? OF_TEX.getOrDefault(unicode.charAt(0), unicode) : unicode;
    }

    /** Adds a word; a struck-out one has no text, and counts as a part of the word beside it. */
    private void add(List<TextPosition> positions) {
        List<TextPosition> kept = positions.isEmpty() ? positions : withoutStruck(positions);
        String text = joinLetters(kept).strip();
        if (text.isEmpty() && kept.size() == positions.size()) {
            return;
        }
        TextPosition first = positions.getFirst();
        double left = Double.MAX_VALUE;
        double right = -Double.MAX_VALUE;
        for (TextPosition position : positions) {
            left = Math.min(left, position.getXDirAdj());
            right = Math.max(right, position.getXDirAdj() + position.getWidthDirAdj());
        }
        double size = Math.abs(first.getFontSizeInPt());
        PdfWord word = new PdfWord(
                text,
                left,
                right,
                first.getYDirAdj(),
                size < 1 ? Math.max(1, 2 * first.getHeightDir()) : size,
                isBold(first.getFont()),
                false,
                PdfWord.Start.NONE,
                tag(first));
        double direction = oblique.direction(first);
        DirectedWord before = written.isEmpty() ? null : written.getLast();
        if (before != null && before.direction == direction && isJoined(word, before.word)) {
            written.removeLast();
            String said = (written.isEmpty() ? "" : written.getLast().word.text() + " ") + before.word.text();
            boolean raised = isRaised(word, before.word, HIGHER);
            word = (word.text().isEmpty() || raised ? before.word : word)
                    .with(
                            before.word.text() + (raised ? Superscripts.text(said, word.text()) : word.text()),
                            Math.min(left, before.word.left()),
                            Math.max(right, before.word.right()));
        } else if (before != null && before.direction == direction && isRaised(before.word, word, TextLine.APART)) {
            // The number of a footnote begins its line.
            written.set(written.size() - 1, new DirectedWord(before.word.beside(word), direction));
        }
        written.add(new DirectedWord(word, direction));
    }

    /** Returns true for a superscript, and if one word is struck out and close to the other. */
    private static boolean isJoined(PdfWord word, PdfWord before) {
        boolean struck = word.text().isEmpty() || before.text().isEmpty();
        double apart = Math.max(word.left() - before.right(), before.left() - word.right());
        return isRaised(word, before, HIGHER)
                || (struck && !word.isBelow(before) && apart < TextLine.APART * before.size());
    }

    /** Returns true if a word is a superscript close to another, {@code apart} is in font sizes. */
    private static boolean isRaised(PdfWord word, PdfWord other, double apart) {
        double rise = (other.baseline() - word.baseline()) / other.size();
        double gap = Math.max(word.left() - other.right(), other.left() - word.right());
        return word.size() < SMALLER * other.size()
                && rise > HIGHER
                && rise < 1
                && Math.abs(gap) < apart * other.size();
    }

    private static boolean isBold(PDFont font) {
        String name = font.getName();
        return name != null && BOLD.matcher(name.toLowerCase(Locale.ROOT)).find();
    }
}
