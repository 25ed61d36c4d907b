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

/** Lists of words in several languages, read from a resource on first use. */
public final class WordLists {
    private static final Properties LISTS = read();

    private WordLists() {}

    /** Returns the list of a name that is in the resource. */
    public static Set<String> of(String name) {
        return Set.copyOf(
                Arrays.asList(Objects.requireNonNull(LISTS.getProperty(name)).split(" ")));
    }

    private static Properties read() {
        Properties lists = new Properties();
        try (InputStream in = Objects.requireNonNull(WordLists.class.getResourceAsStream("words.properties"))) {
            lists.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lists;
    }
}
