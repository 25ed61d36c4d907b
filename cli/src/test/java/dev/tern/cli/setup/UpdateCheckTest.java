package dev.tern.cli.setup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.tern.cli.Shell;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tern update-check} against a server that has, or has not, the sums of a release. */
final class UpdateCheckTest {
    private static final String SUM = "0".repeat(64) + "  ";

    private HttpServer server;
    private Shell shell;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        shell = new Shell(folder);
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    private String address(int status, String body) {
        server.createContext("/SHA256SUMS", exchange -> {
            byte[] bytes = body.getBytes(UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/SHA256SUMS";
    }

    @Test
    void theLatestReleaseIsThatWhoseArchiveTheSumsName() {
        String address = address(200, SUM + "tern-12.3.4-linux-x64.tar.gz\n" + SUM + "tern-12.3.4.tar.gz\n");
        Shell.Run run = shell.with("TERN_UPDATE_ADDRESS", address).run("update-check");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("Tern 12.3.4 is out, and this is ");
        assertThat(shell.run("update-check", "--json").out())
                .contains("\"latest\" : \"12.3.4\"")
                .contains("\"newer\" : true");
    }

    @Test
    void releaseIsNewerByTheOrderOfVersions() {
        String address = address(200, SUM + "tern-0.0.1-rc.1.tar.gz\n");
        // Where tests run, Tern is not packaged and has no version of its own.
        assertThat(shell.run("update-check", "--address", address).out())
                .isEqualToIgnoringNewLines("Tern 0.0.1-rc.1 is out, and this is (unpackaged).");
        assertThat(UpdateCheckCommand.isNewer("0.10.0", "0.9.1")).isTrue();
        assertThat(UpdateCheckCommand.isNewer("0.1.0", "0.1.0-SNAPSHOT")).isTrue();
        assertThat(UpdateCheckCommand.isNewer("0.1.0", "0.1.0")).isFalse();
        assertThat(UpdateCheckCommand.isNewer("0.2.0-rc.1", "0.2.0")).isFalse();
    }

    @Test
    void whatIsNoListOfAReleaseIsRefused() {
        String address = address(200, "<html>log in first: tern-9.9.9.tar.gz</html>");
        Shell.Run run = shell.run("update-check", "--address", address);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .contains(
                        address + " has no list of a release of Tern: no line of its first 65536 bytes is the sum of a"
                                + " tern-VERSION.tar.gz");
    }

    @Test
    void serverThatRefusesAndAHostThatIsNotThereSaySo() {
        String address = address(404, "");
        Shell.Run run = shell.run("update-check", "--address", address);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .contains("whether there is a newer Tern cannot be found out, and nothing else needs it: " + address
                        + " cannot be fetched: its server answered 404");
        server.stop(0);
        assertThat(shell.run("update-check", "--address", address).err())
                .contains("cannot be fetched: its host cannot be reached from here");
        assertThat(shell.run("update-check", "--address", "http://tern.invalid/SHA256SUMS")
                        .err())
                .contains("cannot be fetched: its host cannot be reached from here");
    }

    @Test
    void addressIsAskedForWhereThereIsNoneAndRefusedWhereItIsNone() {
        Shell.Run run = shell.run("update-check");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("this Tern knows no address of releases: it was not built as one; say it with --address or"
                        + " TERN_UPDATE_ADDRESS");
        for (String wrong : new String[] {"file:///etc/passwd", "releases", "http:", "ht tp://x"}) {
            run = shell.run("update-check", "--address", wrong);
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err())
                    .contains("the address of the latest release is \"" + wrong
                            + "\"; it must be like https://HOST/PATH/SHA256SUMS");
        }
    }
}
