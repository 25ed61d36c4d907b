package dev.tern.quarkus;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** The configuration at build time. */
@ConfigMapping(prefix = "tern.health")
@ConfigRoot(phase = ConfigPhase.BUILD_TIME)
public interface TernHealthConfig {
    /** True to include the graph in the readiness, with quarkus-smallrye-health. */
    @WithDefault("true")
    boolean enabled();
}
