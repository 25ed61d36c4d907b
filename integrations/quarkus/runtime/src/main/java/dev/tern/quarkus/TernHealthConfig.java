package dev.tern.quarkus;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** What is decided when the application is built. */
@ConfigMapping(prefix = "tern.health")
@ConfigRoot(phase = ConfigPhase.BUILD_TIME)
public interface TernHealthConfig {
    /** Whether the graph is part of the readiness of an application with quarkus-smallrye-health. */
    @WithDefault("true")
    boolean enabled();
}
