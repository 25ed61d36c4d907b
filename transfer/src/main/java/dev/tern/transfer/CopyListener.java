package dev.tern.transfer;

/** Hears how a copy goes on, in the thread that copies. */
public interface CopyListener {
    /** Hears nothing. */
    CopyListener NONE = new CopyListener() {
        @Override
        public void copied(long passages, long total) {
            // to nobody
        }

        @Override
        public void compared(long rows) {
            // to nobody
        }
    };

    /**
     * Some more of the passages are in the target.
     *
     * @param passages how many of the source's are there now, those included that were there before
     * @param total how many the source has
     */
    void copied(long passages, long total);

    /**
     * All passages are there, and the two graphs are being compared.
     *
     * @param rows how many rows of both have been read for that
     */
    void compared(long rows);
}
