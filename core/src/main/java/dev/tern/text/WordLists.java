package dev.tern.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lists of words in several languages, read from a resource on first use. */
public final class WordLists {
    private static final Properties LISTS = read(WordLists.class.getResourceAsStream("words.properties"));

    private WordLists() {}

    /** Returns the words under a name, which has to be in the resource. */
    public static Set<String> of(String name) {
        return Set.copyOf(
                Arrays.asList(Objects.requireNonNull(LISTS.getProperty(name)).split(" ")));
    }

    /** Reads properties in UTF-8 from a resource and closes it; fails if it is null. */
    public static Properties read(@Nullable InputStream resource) {
        Properties lists = new Properties();
        try (InputStream in = Objects.requireNonNull(resource, "the jar has no such resource")) {
            lists.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lists;
    }
}
