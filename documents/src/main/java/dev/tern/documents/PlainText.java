package dev.tern.documents;

/** Text as it is, but for line ends of other systems and characters that no text has. */
final class PlainText {
    private PlainText() {}

    static String clean(String text) {
        boolean clean = text.chars().allMatch(c -> c == '\n' || c == '\t' || !Character.isISOControl(c));
        if (clean) {
            return text;
        }
        StringBuilder kept = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\r') {
                boolean alone = i + 1 == text.length() || text.charAt(i + 1) != '\n';
                if (alone) {
                    kept.append('\n');
                }
            } else if (c == '\f') {
                kept.append('\n');
            } else if (c == '\n' || c == '\t' || !Character.isISOControl(c)) {
                kept.append(c);
            }
        }
        return kept.toString();
    }
}
