package dev.tern.house;

/** A text that counts how often its characters are read, and ends a match that reads more than it may; for one thread. */
final class CountedText implements CharSequence {
    private final String text;
    private final long most;
    private long reads;

    /** Thrown if a match reads more characters than it may. */
    static final class TooManyReads extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooManyReads(long reads) {
            super(reads + " characters were read", null, false, false);
        }
    }

    CountedText(String text, long most) {
        this.text = text;
        this.most = most;
    }

    long reads() {
        return reads;
    }

    @Override
    public char charAt(int index) {
        if (++reads > most) {
            throw new TooManyReads(reads);
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
