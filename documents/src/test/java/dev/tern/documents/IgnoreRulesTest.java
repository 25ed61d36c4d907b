package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Untrusted ignore files: git's results, and bounded cost. */
final class IgnoreRulesTest {
    /** More steps than any other test takes, in a matcher of pattern times path length. */
    private static final String HOSTILE = "*?".repeat(499) + "*Z";

    @TempDir
    private Path folder;

    private IgnoreRules rules(String... lines) throws IOException {
        Files.writeString(folder.resolve(".gitignore"), String.join("\n", lines) + "\n");
        return IgnoreRules.NONE.in(RootFolder.of(folder), Path.of(""), List.of(".gitignore"));
    }

    private boolean isLeftOut(IgnoreRules rules, String path) {
        ListingLimits limits = new ListingLimits("a folder", LoadLimits.DEFAULTS);
        String[] names = path.replaceFirst("/$", "").split("/", -1);
        Path at = Path.of("");
        for (int i = 0; i < names.length; i++) {
            at = at.resolve(names[i]);
            if (rules.ignore(at, i < names.length - 1 || path.endsWith("/"), limits)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void eachCaseIsDecidedAsGitDecidesIt() throws IOException {
        List<String> different = new ArrayList<>();
        List<String> cases = cases();
        for (String line : cases) {
            String[] said = line.split("\t", -1);
            if (isLeftOut(rules(said[0]), said[1]) != said[2].equals("out")) {
                different.add(line);
            }
        }
        assertThat(cases).hasSizeGreaterThan(300);
        assertThat(different).isEmpty();
    }

    private static List<String> cases() throws IOException {
        try (InputStream in = Objects.requireNonNull(IgnoreRulesTest.class.getResourceAsStream("/check-ignore.tsv"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .toList();
        }
    }

    @Test
    void aSignIsACharacterWhateverItsBytes() throws IOException {
        assertThat(isLeftOut(rules("b?rd.txt"), "b\u00e9rd.txt")).isTrue();
        assertThat(isLeftOut(rules("[\u00e0-\u00fc].txt"), "\u00e9.txt")).isTrue();
        assertThat(isLeftOut(rules("?.txt"), "\ud83d\ude00.txt")).isTrue();
    }

    @Test
    void twentyTwoBytesStopNothing() throws IOException {
        String bytes = "*?*?*?*?*?*?*?*?*?*?*Z";
        assertThat(bytes).hasSize(22);
        String name = "a-quite-usual-name-of-a-report-2024-05-final-version.txt";
        assertThat(isLeftOut(rules(bytes), name)).isFalse();
        assertThat(isLeftOut(rules(bytes), name + "Z")).isTrue();
        assertThat(new Globs(List.of(bytes)).fit(Path.of(name))).isFalse();
    }

    @Test
    void noPatternTakesMoreStepsThanItsLengthTimesThePath() throws IOException {
        String name = "a-quite-usual-name-of-a-report-2024-05-final-version.txt";
        // A backtracking matcher would take longer than the age of the universe for each.
        IgnoreRules rules =
                rules(HOSTILE, "*a".repeat(400) + "*Z", "**/".repeat(300) + "*Z", "**/*a".repeat(190) + "Z");
        assertThat(isLeftOut(rules, "deep/".repeat(300) + name)).isFalse();
        Globs globs = new Globs(List.of(HOSTILE, "**/*a".repeat(150) + "Z", "**a".repeat(300) + "Z"));
        assertThat(globs.fit(Path.of("deep/".repeat(300) + name))).isFalse();
    }

    @Test
    void patternsAreBoundedInLengthNumberAndBytes() throws IOException {
        assertThatThrownBy(() -> rules("a", "b".repeat(1_001)))
                .hasMessage(".gitignore has a pattern of 1,001 characters in line 2; the limit is 1,000");
        String many = IntStream.range(10_000, 16_000).mapToObj(i -> "a" + i).collect(Collectors.joining("\n"));
        IgnoreRules above = rules(many);
        RootFolder root = RootFolder.of(folder);
        Path named = Path.of("below");
        Path below = Files.createDirectory(folder.resolve(named));
        Files.writeString(below.resolve(".ternignore"), many);
        assertThatThrownBy(() -> above.in(root, named, List.of(".ternignore")))
                .isInstanceOf(IOException.class)
                .hasMessage(".ternignore and the ignore files above it have more than 10,000 patterns");
        Files.writeString(below.resolve(".ternignore"), ("#" + "-".repeat(99) + "\n").repeat(10_300));
        assertThatThrownBy(() -> above.in(root, named, List.of(".ternignore")))
                .hasMessage(".ternignore and the ignore files above it have more than 1,048,576 bytes");
    }

    private FolderTraversal walk(ListingLimits limits) throws IOException {
        FolderExclusions folderExclusions = new FolderExclusions(new Globs(List.of()), true);
        return new FolderTraversal(
                RootFolder.of(folder),
                "notes/",
                "notes/",
                any -> true,
                Integer.MAX_VALUE,
                folderExclusions,
                LoadListener.NONE,
                limits);
    }

    @Test
    void aListingEndsWithItsTimeAndOnlyWhatIsListedCounts() throws IOException {
        for (int i = 0; i < 4; i++) {
            Files.writeString(folder.resolve(i + ".txt"), "A text.");
        }
        AtomicLong nanos = new AtomicLong();
        LoadLimits twoSeconds = LoadLimits.DEFAULTS.with(LoadLimit.LISTING_SECONDS, 2);
        FolderTraversal patient = walk(new ListingLimits("notes", twoSeconds, nanos::get));
        int found = 0;
        while (patient.next() != null) {
            // Parsing takes time.
            nanos.addAndGet(3_000_000_000L);
            found++;
        }
        assertThat(found).isEqualTo(4);

        FolderTraversal slow = walk(new ListingLimits("notes", twoSeconds, () -> nanos.addAndGet(500_000_000)));
        assertThatThrownBy(() -> {
                    while (slow.next() != null) {}
                })
                .isInstanceOf(TernException.class)
                .hasMessage("listing notes takes longer than 2 s, which is the limit");
    }

    @Test
    void anInterruptedListingEnds() throws IOException {
        Files.writeString(folder.resolve("a.txt"), "A text.");
        FolderTraversal walk = walk(new ListingLimits("notes", LoadLimits.DEFAULTS));
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(walk::next).isInstanceOf(TernException.class).hasMessage("loading was interrupted");
        } finally {
            assertThat(Thread.interrupted()).as("it stays marked").isTrue();
        }
    }
}
