package dev.tern.documents;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** Removes hidden, deleted and struck-out text from RTF; rewrites superscripts ({@link Superscripts}). */
final class VisibleRtf {
    private final byte[] rtf;
    private final HiddenText unseen;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Deque<String> groups = new ArrayDeque<>();
    private final Deque<Boolean> raisedGroups = new ArrayDeque<>();
    private final StringBuilder before = new StringBuilder();
    private String hidden = "";
    private boolean raised;
    private boolean counted;
    private int at;

    private VisibleRtf(byte[] rtf, HiddenText unseen) {
        this.rtf = rtf;
        this.unseen = unseen;
    }

    /** Returns the file without hidden, deleted and struck-out text. */
    static byte[] of(byte[] rtf, HiddenText unseen) {
        return new VisibleRtf(rtf, unseen).read();
    }

    private byte[] read() {
        while (at < rtf.length) {
            int start = at++;
            switch (rtf[start]) {
                case '{' -> {
                    groups.push(hidden);
                    raisedGroups.push(raised);
                }
                case '}' -> {
                    hide(groups.isEmpty() ? "" : groups.pop());
                    raised = !raisedGroups.isEmpty() && raisedGroups.pop();
                }
                case '\\' -> {
                    if (control(start)) {
                        continue;
                    }
                }
                default -> {
                    if (!hidden.isEmpty()) {
                        count();
                        continue;
                    }
                    if (rtf[start] > ' ' && raised) {
                        writeRaised(start);
                        continue;
                    }
                    if (rtf[start] >= ' ') {
                        before.append((char) rtf[start]);
                    }
                }
            }
            out.write(rtf, start, at - start);
        }
        return out.toByteArray();
    }

    private void writeRaised(int start) {
        while (at < rtf.length && rtf[at] >= ' ' && "\\{}".indexOf(rtf[at]) < 0) {
            at++;
        }
        String text = new String(rtf, start, at - start, StandardCharsets.ISO_8859_1);
        out.writeBytes(Superscripts.text(before, text).getBytes(StandardCharsets.ISO_8859_1));
        before.setLength(0);
    }

    private void hide(String kind) {
        hidden = kind;
        counted &= !kind.isEmpty();
    }

    private void count() {
        if (!counted && rtf[at - 1] > ' ') {
            unseen.count(hidden);
            counted = true;
        }
    }

    /** Parses a control word or symbol; returns true for a hex or Unicode escape in hidden text. */
    private boolean control(int start) {
        while (at < rtf.length && isLetter(rtf[at])) {
            at++;
        }
        if (at == start + 1) {
            boolean hex = at < rtf.length && rtf[at] == '\'';
            at = Math.min(rtf.length, at + (hex ? 3 : 1));
            before.append(hex ? 'x' : ' ');
            return hex && !hidden.isEmpty();
        }
        String word = new String(rtf, start + 1, at - start - 1, StandardCharsets.US_ASCII);
        int number = at;
        while (at < rtf.length && (rtf[at] == '-' || (rtf[at] >= '0' && rtf[at] <= '9'))) {
            at++;
        }
        boolean off = at == number + 1 && rtf[number] == '0';
        boolean space = at < rtf.length && rtf[at] == ' ';
        at += space ? 1 : 0;
        switch (word) {
            case "v" -> hide(off ? "" : "hidden text");
            case "deleted" -> hide(off ? "" : "deleted text");
            case "strike", "striked" -> hide(off ? "" : "struck-out text");
            case "super" -> raised = !off;
            case "nosupersub", "sub" -> raised = false;
            case "plain" -> {
                hide("");
                raised = false;
            }
            case "par", "cell", "tab", "line" -> before.setLength(0);
            case "u" -> before.append('x');
            default -> {}
        }
        return word.equals("u") && !hidden.isEmpty();
    }

    private static boolean isLetter(byte b) {
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
    }
}
