package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.OcrSpan;
import dev.tern.graph.SourceDocument;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StreamCorruptedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class ParserProcessTest {
    @TempDir
    private Path folder;

    /** Returns the running parser process. */
    private static Optional<ProcessHandle> parser() {
        return ProcessHandle.current().children().filter(ProcessHandle::isAlive).findFirst();
    }

    @Test
    void processThatEndsIsReplacedAndTheDocumentTriedAgain() throws IOException {
        page("a.html");
        page("b.html");
        Heard heard = new Heard();
        try (LoadedDocuments loaded = load(SourceLoader.builder().build(), heard)) {
            Iterator<SourceDocument> documents = loaded.iterator();
            assertThat(documents.next().id()).isEqualTo(folder.getFileName() + "/a.html");
            ProcessHandle process = parser().orElseThrow();
            process.destroyForcibly();
            process.onExit().join();

            assertThat(documents.next().id()).isEqualTo(folder.getFileName() + "/b.html");
            assertThat(parser()).isPresent().isNotEqualTo(Optional.of(process));
        }
        assertThat(heard.skipped).isEmpty();
    }

    @Test
    void processEndsWithTheLoadAndLeavesNoFile() throws IOException {
        page("a.html");
        ProcessHandle process;
        try (LoadedDocuments loaded = load(SourceLoader.builder().build(), new Heard())) {
            loaded.iterator().next();
            process = parser().orElseThrow();
        }
        process.onExit().join();

        assertThat(process.isAlive()).isFalse();
    }

    /** Simulates a kill of Tern: its end of the pipe closes while the process works. */
    @Test
    void processEndsWhenItsInputEnds() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ParserMain.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.getInputStream().read()).isEqualTo(ParserProtocol.READY);

        process.getOutputStream().close();

        assertThat(process.waitFor()).isZero();
    }

    @Test
    void textNeedsNoProcess() throws IOException {
        Files.writeString(folder.resolve("a.txt"), "A ship.");
        try (LoadedDocuments loaded = load(SourceLoader.builder().build(), new Heard())) {
            loaded.iterator().next();

            assertThat(parser()).isEmpty();
        }
    }

    @Test
    void loadsOfOneLoaderShareItsPlacesAndWaitNoLongerThanADocumentMayTake() throws Exception {
        page("a.html");
        page("b.html");
        SourceLoader loader = SourceLoader.builder()
                .limits(LoadLimits.DEFAULTS.with(LoadLimit.PARSERS, 1).with(LoadLimit.SECONDS, 10))
                .build();
        try (LoadedDocuments first = load(loader, new Heard())) {
            first.iterator().next();

            assertThatThrownBy(() -> Loading.of(loader, folder, "b.html"))
                    .isInstanceOf(TernException.class)
                    .hasMessage("no parser process was free for 10 s: 1 may run at once (load.parsers)");
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> Loading.of(loader, folder, "b.html"))
                    .isInstanceOf(TernException.class)
                    .hasMessage("loading was interrupted");
            assertThat(Thread.interrupted()).isTrue();
        }

        assertThat(Loading.of(loader, folder, "b.html").ids()).containsExactly("b.html");
    }

    /** Adding documents may take an hour, while others wait for a permit. */
    @Test
    void placeComesFreeWhenTheLastFileIsReadAndNotWhenTheLoadIsClosed() throws Exception {
        page("a.html");
        SourceLoader loader = SourceLoader.builder()
                .limits(LoadLimits.DEFAULTS.with(LoadLimit.PARSERS, 1))
                .build();
        try (LoadedDocuments sent = loader.loadUpload("a.html", folder.resolve("a.html"), new Heard())) {
            assertThat(sent.iterator().next().text()).isEqualTo("A ship in Riga.");
            assertThat(parser()).isEmpty();

            assertThat(Loading.of(loader, folder, "a.html").ids()).containsExactly("a.html");
        }
    }

    @Test
    void placeOfAProcessThatDoesNotStartComesFree() throws IOException {
        page("a.html");
        SourceLoader missing = SourceLoader.builder()
                .java(Path.of("no-such-java"))
                .limits(LoadLimits.DEFAULTS.with(LoadLimit.PARSERS, 1).with(LoadLimit.SECONDS, 1))
                .build();

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> Loading.of(missing, folder, "a.html"))
                    .hasMessageStartingWith("the parser process does not start: ");
        }
    }

    @Test
    void processThatCannotStartIsNobodysDocument() throws IOException {
        page("a.html");
        SourceLoader missing =
                SourceLoader.builder().java(Path.of("no-such-java")).build();
        SourceLoader empty =
                SourceLoader.builder().parserClassPath(folder.toString()).build();

        assertThatThrownBy(() -> Loading.of(missing, folder, "a.html"))
                .isInstanceOf(TernException.class)
                .hasMessageStartingWith("the parser process does not start: ");
        assertThatThrownBy(() -> Loading.of(empty, folder, "a.html"))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("the parser process does not start")
                .hasMessageContaining("ParserMain");
    }

    @Test
    void documentThatFillsTheMemoryIsSkippedAndTheRestGoesOn() throws IOException {
        Files.writeString(folder.resolve("a.html"), "<!DOCTYPE html>" + "<p>x".repeat(6_000_000));
        page("b.html");
        SourceLoader loader = SourceLoader.builder()
                .limits(LoadLimits.DEFAULTS
                        .with(LoadLimit.PARSER_MEGABYTES, 64)
                        // However slowly a busy machine fills it.
                        .with(LoadLimit.SECONDS, 600))
                .build();

        Loading loading = Loading.of(loader, folder, ".");

        assertThat(loading.heard().skipped)
                .containsExactly("a.html needs more memory to parse than 64 MB (load.parserMegabytes)");
        assertThat(loading.ids()).containsExactly(folder.getFileName() + "/b.html");
    }

    /** Uses a java substitute that starts and then says nothing. */
    @Test
    void documentThatTakesTooLongIsSkipped() throws IOException {
        page("a.html");
        Path silent = folder.resolve(".silent");
        Files.writeString(silent, "#!/bin/sh\nprintf '\\001'\ncat >/dev/null\n");
        assertThat(silent.toFile().setExecutable(true)).isTrue();
        SourceLoader loader = SourceLoader.builder()
                .java(silent)
                .limits(LoadLimits.DEFAULTS.with(LoadLimit.SECONDS, 1))
                .build();

        assertThat(Loading.of(loader, folder, "a.html").refusal())
                .isEqualTo("a.html takes longer to parse than 1 s (load.maxSeconds)");
    }

    /** Uses a program that stops this process for longer than a document may take, and then answers. */
    @Test
    void timeInWhichThisProcessIsStoppedDoesNotCount() throws IOException {
        page("a.html");
        Path stopping = folder.resolve(".stopping");
        Files.writeString(stopping, """
            #!/bin/sh
            printf '\\001'
            head -c 1 >/dev/null
            kill -STOP $PPID
            sleep 4
            kill -CONT $PPID
            printf '\\004\\000\\000\\000\\007is late'
            cat >/dev/null
            """);
        assertThat(stopping.toFile().setExecutable(true)).isTrue();
        SourceLoader loader = SourceLoader.builder()
                .java(stopping)
                .limits(LoadLimits.DEFAULTS.with(LoadLimit.SECONDS, 3))
                .build();

        assertThat(Loading.of(loader, folder, "a.html").refusal()).isEqualTo("a.html is late");
    }

    /** Uses a program that crashes on every document. */
    @Test
    void documentThatBringsTheProcessDownIsSkipped() throws IOException {
        page("a.html");
        page("b.html");
        Path crashing = folder.resolve(".crashing");
        Files.writeString(crashing, "#!/bin/sh\nprintf '\\001'\nhead -c 1 >/dev/null\nprintf 'no frame'\nexit 7\n");
        assertThat(crashing.toFile().setExecutable(true)).isTrue();

        Loading loading = Loading.of(SourceLoader.builder().java(crashing).build(), folder, ".");

        assertThat(loading.heard().skipped)
                .containsExactly(
                        "a.html crashed the parser process (exit code 7)",
                        "b.html crashed the parser process (exit code 7)");
    }

    @Test
    void noLengthOfAFrameIsBelieved() throws IOException {
        assertThatThrownBy(() -> ParserProtocol.readParsed(frame(Integer.MAX_VALUE, new byte[10]), LoadLimits.DEFAULTS))
                .isInstanceOf(StreamCorruptedException.class);
        assertThatThrownBy(() -> ParserProtocol.readParsed(frame(-1, new byte[10]), LoadLimits.DEFAULTS))
                .isInstanceOf(StreamCorruptedException.class);
        assertThatThrownBy(() -> ParserProtocol.readParsed(frame(20, new byte[10]), LoadLimits.DEFAULTS))
                .isInstanceOf(StreamCorruptedException.class);
    }

    @Test
    void noSpanOfAFrameIsBelieved() throws IOException {
        OcrSpan whole = new OcrSpan(0, 7, 0.5, true);
        assertThat(readBack("A ship.", List.of(whole)).ocrSpans()).containsExactly(whole);
        assertThatThrownBy(() -> readBack("A ship", List.of(whole))).isInstanceOf(StreamCorruptedException.class);
        assertThatThrownBy(() -> readBack("A ship.", List.of(whole, whole)))
                .isInstanceOf(StreamCorruptedException.class);
        assertThatThrownBy(() -> readBack(
                        "x".repeat(30_000),
                        IntStream.range(0, 20_500)
                                .mapToObj(at -> new OcrSpan(at, at + 1, 1, false))
                                .toList()))
                .isInstanceOf(StreamCorruptedException.class)
                .hasMessage("20500 OCR spans, where 20200 are allowed");
    }

    private static ParsedFile readBack(String text, List<OcrSpan> spans) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        ParserProtocol.writeParsed(
                new DataOutputStream(frame),
                new ParsedFile(text, List.of(), List.of(), "", "text/plain", "", "", "").with(spans));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(frame.toByteArray()));
        assertThat(in.readByte()).isEqualTo((byte) ParserProtocol.PARSED);
        return ParserProtocol.readParsed(in, LoadLimits.DEFAULTS);
    }

    private static DataInputStream frame(int length, byte[] bytes) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(frame);
        out.writeInt(length);
        out.write(bytes);
        return new DataInputStream(new ByteArrayInputStream(frame.toByteArray()));
    }

    private LoadedDocuments load(SourceLoader loader, LoadListener listener) {
        return loader.load(List.of("."), folder, InputStream.nullInputStream(), listener);
    }

    private void page(String name) throws IOException {
        Files.writeString(folder.resolve(name), "<!DOCTYPE html><p>A ship in Riga.");
    }
}
