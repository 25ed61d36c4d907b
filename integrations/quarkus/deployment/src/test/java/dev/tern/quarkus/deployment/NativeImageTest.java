package dev.tern.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusProdModeTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class NativeImageTest {
    @RegisterExtension
    static final QuarkusProdModeTest APPLICATION = new QuarkusProdModeTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.native.enabled", "true")
            .overrideConfigKey("quarkus.native.sources-only", "true")
            .assertBuildException(failure -> assertThat(failure)
                    .hasStackTraceContaining(
                            "quarkus-tern cannot be built into a native image: Lucene and ONNX Runtime have no"
                                    + " native image here, and documents are parsed in a JVM process of their own,"
                                    + " started from the application's jars; build the application for the JVM"
                                    + " (quarkus.native.enabled=false)"));

    @Test
    void buildIsRefusedWithTheReason() {
        // The build failed as expected: see above.
        assertThat(APPLICATION.getExitCode()).isNull();
    }
}
