package dev.tern.cli.serve;

import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import dev.tern.store.GraphName;
import dev.tern.text.Redaction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the server's keys from a setting and from a file. Messages contain no secret. */
final class ServerKeys {
    private static final int PARTS = 4;

    private final Optional<String> operator;
    private final Optional<Path> file;
    private final Redaction redaction;
    private final Map<String, String> namesBySecret = new HashMap<>();

    ServerKeys(Optional<String> operator, Optional<Path> file, Redaction redaction) {
        this.operator = operator;
        this.file = file;
        this.redaction = redaction;
    }

    List<ServerKey> all() {
        namesBySecret.clear();
        List<ServerKey> keys = new ArrayList<>();
        operator.ifPresent(secret -> {
            requireOwn("server.apiKey", "operator", secret);
            keys.add(ServerKey.of("operator", Role.ADMIN, Set.of(), secret));
        });
        file.ifPresent(named -> keys.addAll(read(named)));
        return keys;
    }

    private List<ServerKey> read(Path named) {
        List<ServerKey> keys = new ArrayList<>();
        try {
            List<String> lines = Files.readAllLines(named, StandardCharsets.UTF_8);
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i).strip();
                if (!line.isEmpty() && !line.startsWith("#")) {
                    keys.add(key(named + ":" + (i + 1), line.split("\\s+", PARTS + 1)));
                }
            }
        } catch (IOException e) {
            throw TernException.user("the file of API keys " + named + " cannot be read: " + e.getMessage(), e);
        }
        return keys;
    }

    /** Parses a key's line. Messages quote at most the name, as another word may be the key. */
    private ServerKey key(String place, String[] parts) {
        if (parts.length < PARTS) {
            throw TernException.user(place
                    + ": expected a name, a role, graphs, a key and perhaps a filter, separated by spaces; "
                    + "found "
                    + parts.length + " words");
        }
        Role role = Arrays.stream(Role.values())
                .filter(known -> known.name().toLowerCase(Locale.ROOT).equals(parts[1]))
                .findFirst()
                .orElseThrow(
                        () -> TernException.user(place + ": the second word must be a role: read, write or admin"));
        if (parts[3].length() < ServerKey.MIN_CHARACTERS) {
            throw TernException.user(place + ": the fourth word, the key, has " + parts[3].length()
                    + " characters; it must have at least " + ServerKey.MIN_CHARACTERS
                    + " (as from: openssl rand -hex 24)");
        }
        requireOwn(place, parts[0], parts[3]);
        return ServerKey.of(parts[0], role, graphs(place, parts), scope(place, parts), parts[3]);
    }

    /** Registers a key's secret, for redaction too; throws if an earlier key has the same one. */
    private void requireOwn(String place, String name, String secret) {
        redaction.add(secret);
        String other = namesBySecret.putIfAbsent(secret, name);
        if (other != null) {
            throw TernException.user(place + ": \"" + name + "\" has the same key as \"" + other
                    + "\"; the server could not tell them apart, so each needs one of its own");
        }
    }

    private static Set<String> graphs(String place, String[] parts) {
        if (parts[2].equals("*")) {
            return Set.of();
        }
        Set<String> graphs = Set.copyOf(Arrays.asList(parts[2].split(",", -1)));
        for (String graph : graphs) {
            if (!GraphName.allows(graph)) {
                throw TernException.user(
                        place + ": the third word must be comma-separated names of graphs, or * for all; a name has "
                                + "letters, digits and underscores");
            }
        }
        return graphs;
    }

    private static MetadataFilter scope(String place, String[] parts) {
        if (parts.length == PARTS) {
            return MetadataFilter.everything();
        }
        try {
            return MetadataFilter.parse(parts[PARTS]);
        } catch (TernException e) {
            // Omits the cause, whose message quotes a word.
            throw TernException.user(
                    place + ": the text after the key is no filter; tern ask --filter shows its error");
        }
    }
}
