package dev.tern.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The arrows between packages. A rule whose package holds no class fails, so a rule cannot outlive what it is about. */
final class ArchitectureTest {
    private static final List<String> JDK = List.of("java..", "javax..", "org.jspecify..");
    private static final List<String> STEP_LIBRARIES =
            List.of("dev.langchain4j..", "com.fasterxml.jackson..", "org.slf4j..");
    private static final String[] INGEST_STEPS = {
        "dev.tern.ingest.load", "dev.tern.ingest.split", "dev.tern.ingest.extract", "dev.tern.ingest.index"
    };
    /** In their order: each is given what those before it return. */
    private static final List<String> QUERY_STEPS = List.of(
            "dev.tern.query.recognise",
            "dev.tern.query.seed",
            "dev.tern.query.expand",
            "dev.tern.query.rank",
            "dev.tern.query.choose",
            "dev.tern.query.collect",
            "dev.tern.query.answer");

    private static final List<String> BENEATH_STEPS = joined(
            List.of(
                    "dev.tern.graph",
                    "dev.tern.store",
                    "dev.tern.model",
                    "dev.tern.text",
                    "dev.tern.settings",
                    "dev.tern.error"),
            STEP_LIBRARIES);
    private static final List<String> STORE =
            List.of("dev.tern.store", "dev.tern.graph", "dev.tern.settings", "dev.tern.error");
    private static final String[] CORE = {
        "dev.tern",
        "dev.tern.error",
        "dev.tern.graph",
        "dev.tern.settings",
        "dev.tern.store",
        "dev.tern.model",
        "dev.tern.text",
        "dev.tern.files",
        "dev.tern.ingest..",
        "dev.tern.query.."
    };

    private static final JavaClasses TERN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.tern");

    @Test
    void theRulesSawTheWholeProject() {
        assertThat(TERN).hasSizeGreaterThan(250);
    }

    @Test
    void noPackageIsWithoutARule() {
        Set<String> ruled = Stream.concat(
                        Stream.concat(Arrays.stream(INGEST_STEPS), QUERY_STEPS.stream()),
                        Stream.of(
                                "dev.tern",
                                "dev.tern.error",
                                "dev.tern.graph",
                                "dev.tern.settings",
                                "dev.tern.store",
                                "dev.tern.model",
                                "dev.tern.text",
                                "dev.tern.files",
                                "dev.tern.ingest",
                                "dev.tern.query",
                                "dev.tern.query.conversation",
                                "dev.tern.query.trace"))
                .collect(Collectors.toSet());
        assertThat(TERN.stream().map(JavaClass::getPackageName).distinct())
                .filteredOn(name -> !ruled.contains(name) && MODULES.stream().noneMatch(name::startsWith))
                .isEmpty();
    }

    /** Modules around core, each under a rule of its own below. */
    private static final List<String> MODULES = List.of(
            "dev.tern.store.",
            "dev.tern.transfer",
            "dev.tern.models",
            "dev.tern.documents",
            "dev.tern.langchain4j",
            "dev.tern.spring",
            "dev.tern.eval",
            "dev.tern.server",
            "dev.tern.web",
            "dev.tern.cli");

    @Test
    void errorsKnowNothingButTheJdk() {
        only("dev.tern.error", List.of());
    }

    @Test
    void graphKnowsTheJdkAndErrors() {
        only("dev.tern.graph", List.of("dev.tern.error"));
    }

    @Test
    void settingsKnowTheJdkAndErrors() {
        only("dev.tern.settings", List.of("dev.tern.error"));
    }

    @Test
    void storeKnowsTheGraphAndSettings() {
        only("dev.tern.store", List.of("dev.tern.graph", "dev.tern.settings", "dev.tern.error"));
    }

    @Test
    void textKnowsTheJdkAlone() {
        only("dev.tern.text", List.of());
    }

    @Test
    void filesKnowTheJdkAndErrors() {
        only("dev.tern.files", List.of("dev.tern.error"));
    }

    @Test
    void scanKnowsTheStore() {
        only("dev.tern.transfer.scan", joined(STORE, List.of("dev.tern.files")));
    }

    @Test
    void fileOfAGraphKnowsTheStoreAndJson() {
        only(
                "dev.tern.transfer.file",
                joined(STORE, List.of("dev.tern.files", "dev.tern.transfer.scan", "com.fasterxml.jackson..")));
    }

    @Test
    void formatsKnowTheStoreAndCsv() {
        only("dev.tern.transfer.format", joined(STORE, List.of("dev.tern.transfer.scan", "com.fasterxml.jackson..")));
    }

    @Test
    void transferKnowsItsFilesAndHowPassagesAreIndexedAgain() {
        only(
                "dev.tern.transfer",
                joined(
                        joined(STORE, List.of("dev.tern.files", "dev.tern.model", "dev.tern.ingest.index")),
                        List.of("dev.tern.transfer.scan", "dev.tern.transfer.file", "dev.tern.transfer.format")));
    }

    @Test
    void verificationKnowsTheStoreAndHowPassagesAreIndexedAgain() {
        only("dev.tern.transfer.verify", joined(STORE, List.of("dev.tern.model", "dev.tern.ingest.index")));
    }

    @Test
    void modelKnowsTheGraphAndLangChain4j() {
        only("dev.tern.model", List.of("dev.tern.graph", "dev.tern.error", "dev.langchain4j..", "org.slf4j.."));
    }

    @Test
    void stepOfIngestionKnowsWhatIsBeneathItAndNoOtherStep() {
        for (String step : INGEST_STEPS) {
            only(step, BENEATH_STEPS);
        }
    }

    @Test
    void stepOfAQueryKnowsTheStepsBeforeItAndNoneBehind() {
        for (int step = 0; step < QUERY_STEPS.size(); step++) {
            only(
                    QUERY_STEPS.get(step),
                    joined(joined(QUERY_STEPS.subList(0, step), List.of("dev.tern.query.trace")), BENEATH_STEPS));
        }
    }

    @Test
    void traceKnowsTheGraphModelsAndSettings() {
        only("dev.tern.query.trace", List.of("dev.tern.graph", "dev.tern.model", "dev.tern.settings"));
    }

    @Test
    void ingestionKnowsItsSteps() {
        only("dev.tern.ingest", joined(List.of("dev.tern.ingest.."), BENEATH_STEPS));
    }

    @Test
    void queryingKnowsItsSteps() {
        only("dev.tern.query", joined(List.of("dev.tern.query.."), BENEATH_STEPS));
    }

    @Test
    void conversationsKnowWhatStepsKnow() {
        only("dev.tern.query.conversation", BENEATH_STEPS);
    }

    @Test
    void facadeKnowsCore() {
        only("dev.tern", joined(List.of(CORE), STEP_LIBRARIES));
    }

    @Test
    void coreKnowsNoOtherModule() {
        noClasses()
                .that(resideInAnyPackage(CORE))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.tern..").and(notIn(CORE)))
                .check(TERN);
    }

    @Test
    void nobodyKnowsTheCommandLine() {
        noClasses()
                .that(notIn("dev.tern.cli.."))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.tern.cli.."))
                .check(TERN);
    }

    /** What commands stand on, each folder on those before it. */
    private static final List<String> BENEATH_COMMANDS = List.of(
            "dev.tern.cli.process",
            "dev.tern.cli.config",
            "dev.tern.cli.output",
            "dev.tern.cli.assembly",
            "dev.tern.cli.command");

    @Test
    void folderOfTheCommandLineKnowsThoseBeneathIt() {
        for (int folder = 0; folder < BENEATH_COMMANDS.size(); folder++) {
            withinTheCommandLine(BENEATH_COMMANDS.get(folder), BENEATH_COMMANDS.subList(0, folder));
        }
    }

    @Test
    void folderOfCommandsKnowsNoOtherCommands() {
        for (String folder : List.of("ask", "add", "graphs", "serve")) {
            withinTheCommandLine("dev.tern.cli." + folder, BENEATH_COMMANDS);
        }
        // It starts the program with its own commands.
        withinTheCommandLine("dev.tern.cli.evaluate", joined(List.of("dev.tern.cli"), BENEATH_COMMANDS));
    }

    private static void withinTheCommandLine(String start, List<String> ends) {
        String[] allowed = joined(List.of(start), ends).toArray(String[]::new);
        classes()
                .that(resideInAPackage(start))
                .should()
                .onlyDependOnClassesThat(notIn("dev.tern.cli..").or(resideInAnyPackage(allowed)))
                .check(TERN);
    }

    @Test
    void onlyTheCommandThatEvaluatesKnowsTheEvaluation() {
        noClasses()
                .that(notIn("dev.tern.cli.evaluate", "dev.tern.eval.."))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.tern.eval.."))
                .check(TERN);
    }

    @Test
    void embeddedStoreKnowsTheStoreInterfaceAndLucene() {
        only(
                "dev.tern.store.lucene..",
                joined(STORE, List.of("dev.tern.files", "org.apache.lucene..", "org.slf4j..", "jdk..")));
    }

    @Test
    void distributedStoreKnowsTheStoreInterfaceAndMilvus() {
        only("dev.tern.store.milvus..", joined(STORE, List.of("io.milvus..", "com.google.gson..", "org.slf4j..")));
    }

    @Test
    void contractOfStoresKnowsTheStoreInterfaceAndTestLibraries() {
        only("dev.tern.store.contract..", joined(STORE, List.of("org.assertj..", "org.junit..")));
    }

    @Test
    void onlyTheCommandLineAndTheStarterKnowTheDistributedStore() {
        noClasses()
                .that(notIn("dev.tern.cli..", "dev.tern.spring.boot", "dev.tern.store.milvus.."))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.tern.store.milvus.."))
                .check(TERN);
    }

    @Test
    void onlyTheCommandLineAndTheStarterKnowTheEmbeddedStore() {
        noClasses()
                .that(notIn("dev.tern.cli..", "dev.tern.spring.boot", "dev.tern.store.lucene.."))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.tern.store.lucene.."))
                .check(TERN);
    }

    @Test
    void modelsKnowErrorsTheModelPackageAndTheLibrariesOfProviders() {
        only(
                "dev.tern.models..",
                joined(
                        List.of(
                                "dev.tern.error",
                                "dev.tern.files",
                                "dev.tern.model",
                                "ai.djl.huggingface..",
                                "ai.onnxruntime..",
                                "io.github.resilience4j..",
                                "io.github.bucket4j..",
                                "org.sqlite.."),
                        STEP_LIBRARIES));
    }

    @Test
    void documentsKnowTheGraphTheCorpusOfJsonLinesAndTheLibrariesThatParse() {
        only(
                "dev.tern.documents..",
                List.of(
                        "dev.tern.graph",
                        "dev.tern.error",
                        "dev.tern.ingest.load",
                        "com.fasterxml.jackson.core..",
                        "org.apache.commons.csv..",
                        "org.apache.hc..",
                        "org.apache.tika..",
                        "org.commonmark..",
                        "org.slf4j..",
                        "org.xml.sax.."));
    }

    @Test
    void onlyTheCommandLineKnowsDocumentsOfOtherFormats() {
        noClasses()
                .that(notIn("dev.tern.cli..", "dev.tern.documents.."))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.tern.documents.."))
                .check(TERN);
    }

    @Test
    void adapterOfLangChain4jKnowsCoreAndLangChain4j() {
        only("dev.tern.langchain4j..", joined(List.of(CORE), List.of("dev.langchain4j..")));
    }

    @Test
    void adapterOfSpringAiKnowsCoreAndSpringAi() {
        only(
                "dev.tern.spring.ai..",
                joined(List.of(CORE), List.of("dev.langchain4j..", "org.springframework.ai..", "io.micrometer..")));
    }

    @Test
    void starterKnowsTheAdapterTheStoresTheModelsAndSpring() {
        only(
                "dev.tern.spring.boot..",
                joined(
                        List.of(CORE),
                        List.of(
                                "dev.tern.spring.ai",
                                "dev.tern.models",
                                "dev.tern.store.lucene",
                                "dev.tern.store.milvus",
                                "dev.langchain4j..",
                                "org.springframework..",
                                "io.micrometer..")));
    }

    @Test
    void evaluationKnowsCoreAndLuceneForABaseline() {
        only("dev.tern.eval..", joined(joined(List.of(CORE), STEP_LIBRARIES), List.of("org.apache.lucene..")));
    }

    @Test
    void pageKnowsTheJdkAlone() {
        only("dev.tern.web", List.of());
    }

    @Test
    void serverKnowsCoreThePageAndTheLibrariesOfHttp() {
        only(
                "dev.tern.server..",
                joined(
                        List.of(CORE),
                        List.of(
                                "dev.tern.transfer",
                                "dev.tern.web",
                                "com.fasterxml.jackson..",
                                "io.github.bucket4j..",
                                "io.helidon..",
                                "io.modelcontextprotocol..",
                                "io.opentelemetry..",
                                "io.prometheus.metrics..",
                                "org.slf4j..",
                                "reactor..")));
    }

    @Test
    void onlyTheCommandLineKnowsTheServer() {
        noClasses()
                .that(notIn("dev.tern.cli..", "dev.tern.server.."))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.tern.server.."))
                .check(TERN);
    }

    @Test
    void onlyTheCommandLineLogsThroughTheJdk() {
        noClasses()
                .that(notIn("dev.tern.cli.."))
                .should()
                .dependOnClassesThat(resideInAPackage("java.util.logging.."))
                .check(TERN);
    }

    @Test
    void onlyTheCommandLinePrints() {
        // The contract is a test suite: it prints the seeds of its random tests.
        noClasses()
                .that(notIn("dev.tern.cli..", "dev.tern.store.contract.."))
                .should(ACCESS_STANDARD_STREAMS)
                .check(TERN);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.tern.(**)").should().beFreeOfCycles().check(TERN);
    }

    @Test
    void noStateIsStatic() {
        fields().that().areStatic().should().beFinal().check(TERN);
    }

    private static void only(String start, List<String> ends) {
        String[] allowed = joined(joined(List.of(start), ends), JDK).toArray(String[]::new);
        classes()
                .that(resideInAPackage(start))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(allowed))
                .check(TERN);
    }

    private static DescribedPredicate<JavaClass> notIn(String... packages) {
        return DescribedPredicate.not(resideInAnyPackage(packages));
    }

    private static List<String> joined(List<String> some, List<String> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }
}
