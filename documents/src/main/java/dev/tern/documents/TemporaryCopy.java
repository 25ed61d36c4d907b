package dev.tern.documents;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Copies a stream of unknown length. */
final class TemporaryCopy {
    private TemporaryCopy() {}

    /** Copies to the end, or throws once the limit is exceeded. */
    static void copy(InputStream in, OutputStream out, long most, LoadLimits limits)
            throws IOException, UnreadableException {
        byte[] buffer = new byte[1 << 16];
        long all = 0;
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            all += count;
            if (all > most) {
                limits.check(LoadLimit.FILE_BYTES, all, "has more than " + LoadLimits.number(most) + " bytes");
            }
            out.write(buffer, 0, count);
        }
    }
}
