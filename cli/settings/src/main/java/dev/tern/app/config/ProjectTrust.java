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
 * Finds settings that the {@code tern.yaml} of the working directory must not set. The folder may
 * come from a stranger, and the user may not have read the file. So the file may configure its own
 * folder, but not, for example, redirect a secret from another source ({@link SettingEffect}).
 */
final class ProjectTrust {
    private final Map<Setting, SettingValue> values;
    private final Map<Setting, SettingValue> without;
    private final Path directory;

    /**
     * Creates a check of a project's file.
     *
     * @param values all values, merged
     * @param without the values merged without the project's file
     * @param directory the project's folder
     */
    ProjectTrust(Map<Setting, SettingValue> values, Map<Setting, SettingValue> without, Path directory) {
        this.values = values;
        this.without = without;
        this.directory = directory;
    }

    /** Returns true if a value of {@link Setting#TRUST_PROJECT} is "true" or names this folder. */
    static boolean isTrusted(String text, Path directory) {
        return text.equalsIgnoreCase("true")
                || (!text.equalsIgnoreCase("false")
                        && Arrays.stream(text.split(","))
                                .map(name -> Path.of(name.strip()))
                                .anyMatch(named -> real(named).equals(real(directory))));
    }

    /** Returns true if two paths are one file; the user's file may be in the working directory. */
    static boolean isSameFile(Path one, Path other) {
        return Files.exists(one) && real(one).equals(real(other));
    }

    /**
     * A value that the project's file must not set.
     *
     * @param reason the reason, in words that follow the setting's key
     */
    record DistrustedValue(SettingValue value, String reason) {}

    /** Returns all values that the project's file sets but must not. */
    List<DistrustedValue> distrusted() {
        List<DistrustedValue> distrusted = new ArrayList<>();
        for (SettingValue value : values.values()) {
            if (value.origin().kind() == ValueOrigin.Kind.FILE && !isSameWithout(value)) {
                reason(value).map(reason -> new DistrustedValue(value, reason)).ifPresent(distrusted::add);
            }
        }
        return distrusted;
    }

    private boolean isSameWithout(SettingValue value) {
        SettingValue other = without.get(value.setting());
        return other != null
                && (value.setting().kind().isPath(value.text())
                        ? other.text().equals(value.text())
                        : other.text().equalsIgnoreCase(value.text()));
    }

    private Optional<String> reason(SettingValue value) {
        return switch (value.setting().effect()) {
            case FOLDER -> Optional.empty();
            case PATH -> outside(value);
            case ADDRESS -> redirected(value).or(() -> outside(value));
            case SPENDING ->
                Optional.ofNullable(without.get(value.setting()))
                        .filter(own -> own.origin().kind() == ValueOrigin.Kind.USER_FILE)
                        .map(own -> "is " + value.displayText() + ", and your own file says " + own.displayText());
            case OWNER -> Optional.of("is not for a project to decide");
        };
    }

    private Optional<String> outside(SettingValue value) {
        if (!value.setting().kind().isPath(value.text())) {
            return Optional.empty();
        }
        Path path = real(directory.resolve(value.setting().kind().path(value.text())));
        return path.startsWith(real(directory))
                ? Optional.empty()
                : Optional.of("leads out of the project's folder, to " + path);
    }

    private Optional<String> redirected(SettingValue address) {
        return new SecretTargets(values)
                .secretsTo(address.setting()).stream()
                        .filter(secret -> secret.origin().kind() != ValueOrigin.Kind.FILE)
                        .findFirst()
                        .map(secret -> "would decide where " + secret.key() + " from "
                                + secret.origin().location() + " is sent: " + address.displayText());
    }

    /** Resolves the symbolic links in the part of a path that exists. */
    private static Path real(Path path) {
        // Not normalised before links are resolved: after one, ".." leads elsewhere.
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
