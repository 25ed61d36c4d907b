package dev.tern.app.config;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which settings the {@code tern.yaml} of the working directory may not decide. The folder may come from a stranger, and its
 * user may not have read the file. So the file decides about its own folder, and cannot change where a secret from another
 * source is sent.
 */
final class ProjectTrust {
    private final Map<Setting, Value> values;
    private final Map<Setting, Value> without;
    private final Path directory;

    /**
     * Judges what the file of a project says.
     *
     * @param values all values, put together
     * @param without the values as they would be if the project had no file
     * @param directory the project's folder
     */
    ProjectTrust(Map<Setting, Value> values, Map<Setting, Value> without, Path directory) {
        this.values = values;
        this.without = without;
        this.directory = directory;
    }

    /** Whether this folder is one of those that a value of {@link Setting#TRUST_PROJECT} names. */
    static boolean isTrusted(String text, Path directory) {
        return text.equalsIgnoreCase("true")
                || (!text.equalsIgnoreCase("false")
                        && Arrays.stream(text.split(","))
                                .map(name -> Path.of(name.strip()))
                                .anyMatch(named -> real(named).equals(real(directory))));
    }

    /** Whether two names are of one file that is there: the user's own file may lie in the working directory. */
    static boolean isSameFile(Path one, Path other) {
        return Files.exists(one) && real(one).equals(real(other));
    }

    /**
     * What the project's file must not decide.
     *
     * @param value what it says
     * @param reason why not, in words that follow the setting's key
     */
    record Distrusted(Value value, String reason) {}

    /** All that the project's file must not decide. */
    List<Distrusted> distrusted() {
        List<Distrusted> distrusted = new ArrayList<>();
        for (Value value : values.values()) {
            if (value.origin().kind() == Origin.Kind.FILE && !isSameWithout(value)) {
                reason(value).map(reason -> new Distrusted(value, reason)).ifPresent(distrusted::add);
            }
        }
        return distrusted;
    }

    private boolean isSameWithout(Value value) {
        Value other = without.get(value.setting());
        return other != null
                && (value.setting().kind().isPath(value.text())
                        ? other.text().equals(value.text())
                        : other.text().equalsIgnoreCase(value.text()));
    }

    private Optional<String> reason(Value value) {
        return switch (value.setting().reach()) {
            case FOLDER -> Optional.empty();
            case PATH -> outside(value);
            case ADDRESS -> redirected(value).or(() -> outside(value));
            case SPENDING ->
                Optional.ofNullable(without.get(value.setting()))
                        .filter(own -> own.origin().kind() == Origin.Kind.USER_FILE)
                        .map(own -> "is " + value.shown() + ", and your own file says " + own.shown());
            case OWNER -> Optional.of("is not for a project to decide");
        };
    }

    private Optional<String> outside(Value value) {
        if (!value.setting().kind().isPath(value.text())) {
            return Optional.empty();
        }
        Path path = real(directory.resolve(value.setting().kind().path(value.text())));
        return path.startsWith(real(directory))
                ? Optional.empty()
                : Optional.of("leads out of the project's folder, to " + path);
    }

    private Optional<String> redirected(Value address) {
        return new Delivery(values)
                .secretsTo(address.setting()).stream()
                        .filter(secret -> secret.origin().kind() != Origin.Kind.FILE)
                        .findFirst()
                        .map(secret -> "would decide where " + secret.key() + " from "
                                + secret.origin().place() + " is sent: " + address.shown());
    }

    /** A path without symbolic links, as far as it is there. */
    private static Path real(Path path) {
        // Nothing is normalised before the links are followed: behind one, ".." is not what it looks like.
        Path there = path.toAbsolutePath();
        Path rest = Path.of("");
        for (Path parent = there.getParent();
                parent != null && !Files.exists(there, LinkOption.NOFOLLOW_LINKS);
                parent = there.getParent()) {
            rest = there.getName(there.getNameCount() - 1).resolve(rest);
            there = parent;
        }
        try {
            return there.toRealPath().resolve(rest).normalize();
        } catch (IOException e) {
            throw TernException.user("the path " + path + " cannot be followed: " + e.getMessage(), e);
        }
    }
}
