package dev.tern.quarkus.deployment;

import dev.tern.quarkus.ApplicationGraph;
import dev.tern.quarkus.ApplicationStart;
import dev.tern.quarkus.DevQuestions;
import dev.tern.quarkus.TernHealthConfig;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.IsLocalDevelopment;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.Produce;
import io.quarkus.deployment.builditem.FeatureBuildItem;
import io.quarkus.deployment.metrics.MetricsCapabilityBuildItem;
import io.quarkus.deployment.pkg.NativeConfig;
import io.quarkus.deployment.pkg.builditem.ArtifactResultBuildItem;
import io.quarkus.devui.spi.JsonRPCProvidersBuildItem;
import io.quarkus.devui.spi.page.CardPageBuildItem;
import io.quarkus.devui.spi.page.Page;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.runtime.metrics.MetricsFactory;
import io.quarkus.smallrye.health.deployment.spi.HealthBuildItem;
import java.util.Optional;

/** The build steps of the extension. */
final class TernProcessor {
    private static final String METRICS = "dev.tern.quarkus.GraphMetrics";
    private static final String READINESS = "dev.tern.quarkus.GraphReadiness";

    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem("tern");
    }

    @BuildStep
    AdditionalBeanBuildItem beans() {
        return AdditionalBeanBuildItem.builder()
                .addBeanClasses(ApplicationGraph.class, ApplicationStart.class)
                .setUnremovable()
                .build();
    }

    /** Adds the readiness check, which has no effect without the health extension. */
    @BuildStep
    HealthBuildItem readiness(TernHealthConfig config) {
        return new HealthBuildItem(READINESS, config.enabled());
    }

    @BuildStep
    void metrics(Optional<MetricsCapabilityBuildItem> metrics, BuildProducer<AdditionalBeanBuildItem> beans) {
        if (metrics.isPresent() && metrics.get().metricsSupported(MetricsFactory.MICROMETER)) {
            beans.produce(AdditionalBeanBuildItem.builder()
                    .addBeanClass(METRICS)
                    .setUnremovable()
                    .build());
        }
    }

    @BuildStep(onlyIf = IsLocalDevelopment.class)
    CardPageBuildItem devPage() {
        CardPageBuildItem card = new CardPageBuildItem();
        card.addPage(Page.webComponentPageBuilder()
                .icon("font-awesome-solid:circle-nodes")
                .title("Graph")
                .componentLink("qwc-tern-graph.js"));
        return card;
    }

    @BuildStep(onlyIf = IsLocalDevelopment.class)
    JsonRPCProvidersBuildItem devQuestions() {
        return new JsonRPCProvidersBuildItem(DevQuestions.class);
    }

    /** Throws for a native image, which GraalVM would reject later, with a worse message. */
    @BuildStep
    @Produce(ArtifactResultBuildItem.class)
    void refuseNativeImage(NativeConfig config) {
        if (config.enabled()) {
            throw new ConfigurationException(
                    "quarkus-tern cannot be built into a native image: Lucene and ONNX Runtime have no native image"
                            + " here, and documents are parsed in a JVM process of their own, started from the"
                            + " application's jars; build the application for the JVM (quarkus.native.enabled=false)");
        }
    }
}
