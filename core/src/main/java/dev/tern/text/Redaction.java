package dev.tern.text;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Removes known secrets from texts before they are shown: in plain form, in base64 (alone or within
 * a longer text, as in {@code user:password}) and URL-encoded. A last defence against messages of
 * other libraries; Tern itself writes no secrets. Thread-safe.
 */
public final class Redaction {
    /** The text that replaces a secret. */
    public static final String HIDDEN = "(key hidden)";

    /** The minimum length of a hidden secret; shorter ones also occur by chance in other texts. */
    private static final int MIN_LENGTH = 6;

    /** All forms of the secrets, longest first, because one may be a part of another. */
    private volatile List<String> forms = List.of();

    /** Adds a secret to be hidden, trimmed; one of fewer than six characters is ignored. */
    public synchronized void add(String secret) {
        if (secret.strip().length() < MIN_LENGTH) {
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

    /** Returns the base64 digits of the bytes, except digits that also depend on other bytes. */
    private static String within(Base64.Encoder encoder, byte[] bytes, int before) {
        byte[] padded = new byte[before + bytes.length];
        System.arraycopy(bytes, 0, padded, before, bytes.length);
        return encoder.encodeToString(padded).substring((8 * before + 5) / 6, 8 * padded.length / 6);
    }

    /** Returns a text with each known secret replaced by {@link #HIDDEN}. */
    public String of(String text) {
        String hidden = text;
        for (String form : forms) {
            hidden = hidden.replace(form, HIDDEN);
        }
        return hidden;
    }

    /** Returns a constant, so that no secret is printed. */
    @Override
    public String toString() {
        return HIDDEN;
    }
}
