package dev.tern.documents;

import dev.tern.error.TernException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.EnumMap;
import java.util.Map;

/** A value for every {@link LoadLimit}. Immutable. */
public final class LoadLimits {
    /** Every limit at its default. */
    public static final LoadLimits DEFAULTS = new LoadLimits(new EnumMap<>(LoadLimit.class));

    private final Map<LoadLimit, Long> overrides;

    private LoadLimits(Map<LoadLimit, Long> changed) {
        this.overrides = changed;
    }

    /**
     * Returns these limits with one value changed.
     *
     * @throws TernException if the value is out of the limit's range
     */
    public LoadLimits with(LoadLimit limit, long value) {
        if (value < limit.min() || value > limit.max()) {
            throw TernException.user(limit.setting().orElseGet(limit::name) + " is " + value + " and must be from "
                    + limit.min() + " to " + limit.max());
        }
        Map<LoadLimit, Long> next = new EnumMap<>(LoadLimit.class);
        next.putAll(overrides);
        next.put(limit, value);
        return new LoadLimits(next);
    }

    /** Returns the value of a limit. */
    public long of(LoadLimit limit) {
        return overrides.getOrDefault(limit, limit.defaultValue());
    }

    /** Throws if a value exceeds its limit; {@code has} is a clause such as "has 7 pages". */
    void check(LoadLimit limit, long value, String has) throws UnreadableException {
        if (value > of(limit)) {
            throw new UnreadableException(has + "; the limit is " + number(of(limit)) + limit.settingSuffix());
        }
    }

    /** Copies a stream to its end; throws once it has more bytes than a file may have. */
    void copy(InputStream in, OutputStream out) throws IOException, UnreadableException {
        byte[] buffer = new byte[1 << 16];
        long all = 0;
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            all += count;
            check(LoadLimit.FILE_BYTES, all, "has more than " + number(of(LoadLimit.FILE_BYTES)) + " bytes");
            out.write(buffer, 0, count);
        }
    }

    /** Throws if there are more files and pages than one load may have. */
    void checkFiles(long files) {
        if (files > of(LoadLimit.FILES)) {
            throw TernException.user("there are more than " + number(of(LoadLimit.FILES))
                    + " files and pages, which is the limit of one load");
        }
    }

    /** Formats a number with commas between thousands. */
    static String number(long value) {
        return String.format(java.util.Locale.ROOT, "%,d", value);
    }
}
