package dev.tern.error;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The last line of defence before a text is shown: takes known secrets out of it, as they are, in base64 (alone or inside of
 * something longer, as in {@code user:password}) and encoded for URLs. What should not show a secret is to be written so
 * that it does not; this is for what others have written. Thread-safe.
 */
public final class Redaction {
    /** What stands in the place of a secret. */
    public static final String HIDDEN = "(key hidden)";

    /** Shorter ones stand in texts by chance, and hiding them would tell where they are the same. */
    private static final int SHORTEST = 6;

    /** The longest first, for one may be a part of another. */
    private volatile List<String> forms = List.of();

    /** Knows a secret from now on; one of fewer than six characters is not looked for. */
    public synchronized void add(String secret) {
        if (secret.strip().length() < SHORTEST) {
            return;
        }
        Set<String> all = new TreeSet<>(
                Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));
        all.addAll(forms);
        all.add(secret.strip());
        all.add(URLEncoder.encode(secret.strip(), StandardCharsets.UTF_8));
        byte[] bytes = secret.strip().getBytes(StandardCharsets.UTF_8);
        for (int before = 0; before < 3; before++) {
            all.add(within(Base64.getEncoder(), bytes, before));
            all.add(within(Base64.getUrlEncoder(), bytes, before));
        }
        forms = List.copyOf(all);
    }

    /** The characters that the bytes alone decide, wherever they stand in what is encoded. */
    private static String within(Base64.Encoder encoder, byte[] bytes, int before) {
        byte[] padded = new byte[before + bytes.length];
        System.arraycopy(bytes, 0, padded, before, bytes.length);
        return encoder.encodeToString(padded).substring((8 * before + 5) / 6, 8 * padded.length / 6);
    }

    /** A text without the secrets that are known. */
    public String of(String text) {
        String hidden = text;
        for (String form : forms) {
            hidden = hidden.replace(form, HIDDEN);
        }
        return hidden;
    }

    /** Nothing of what it knows. */
    @Override
    public String toString() {
        return HIDDEN;
    }
}
