package dev.tern.house;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.PackageMatcher;
import dev.tern.model.CallListener;
import dev.tern.query.QueryListener;
import dev.tern.store.GraphStore;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The arrows between packages. A line names a package and everything that it may know besides itself and the JDK; a word
 * in capitals stands for several packages. A line whose package holds no class fails, and so does a package without a line.
 */
final class ArchitectureTest {
    private static final String ARROWS = """
        tern.error                -> NONE
        tern.text                 -> NONE
        tern.graph                -> tern.error tern.text
        tern.settings             -> tern.error tern.text
        tern.files                -> tern.error
        tern.note                 -> tern.graph tern.settings tern.error tern.text com.fasterxml.jackson..
        tern.store                -> tern.graph tern.note tern.settings tern.error
        tern.store.shared         -> STORE
        tern.model                -> tern.graph tern.error tern.text dev.langchain4j.. org.slf4j..

        tern.ingest.split         -> STEP
        tern.ingest.extract       -> STEP
        tern.ingest.index         -> STEP
        tern.ingest               -> STEP tern.ingest..

        tern.query.trace          -> tern.graph tern.model tern.settings tern.text
        tern.query.recognise      -> STEP tern.query.trace
        tern.query.seed           -> STEP tern.query.trace tern.query.recognise
        tern.query.expand         -> STEP tern.query.trace tern.query.recognise tern.query.seed
        tern.query.rank           -> STEP tern.query.trace tern.query.recognise tern.query.seed tern.query.expand
        tern.query.overview       -> STEP RANKED
        tern.query.choose         -> STEP RANKED
        tern.query.collect        -> STEP RANKED tern.query.choose
        tern.query.cite           -> STEP
        tern.query.answer         -> STEP RANKED tern.query.overview tern.query.choose tern.query.collect \
                                     tern.query.cite
        tern.query.conversation   -> STEP tern.query.answer
        tern.query                -> STEP tern.query..
        tern                      -> CORE LIBRARIES

        tern.transfer.scan        -> STORE tern.files tern.ingest.index
        tern.transfer.checksum    -> STORE tern.files tern.transfer.scan
        tern.transfer.file        -> STORE tern.files tern.ingest.index tern.transfer.scan tern.transfer.checksum com.fasterxml.jackson..
        tern.transfer.verify      -> STORE tern.model tern.ingest tern.ingest.index tern.transfer.scan
        tern.transfer             -> STORE tern.files tern.model tern.ingest.index \
                                     tern.transfer.scan tern.transfer.checksum tern.transfer.file

        tern.store.lucene..       -> STORE tern.files org.apache.lucene.. org.slf4j.. jdk.. com.sun.management
        tern.store.milvus.client  -> STORE MILVUS
        tern.store.milvus.schema  -> STORE MILVUS tern.store.milvus.client
        tern.store.milvus.read    -> STORE MILVUS tern.store.milvus.client tern.store.milvus.schema
        tern.store.milvus.filter  -> STORE MILVUS tern.store.milvus.client tern.store.milvus.schema tern.store.milvus.read
        tern.store.milvus.view    -> STORE MILVUS tern.store.milvus.client tern.store.milvus.schema \
                                     tern.store.milvus.read tern.store.milvus.filter
        tern.store.milvus.write   -> STORE MILVUS tern.store.milvus.client tern.store.milvus.schema tern.store.milvus.read
        tern.spark.bulk           -> STORE MILVUS tern.store.milvus.client tern.store.milvus.schema tern.store.milvus.read \
                                     tern.store.milvus.filter tern.store.milvus.view
        tern.store.milvus         -> STORE MILVUS tern.store.milvus..
        tern.store.contract..     -> STORE org.assertj.. org.junit..
        tern.offline.extract      -> STEP tern.ingest.extract
        tern.offline.answer       -> STEP tern.query.answer tern.query.cite tern.query.overview tern.query.trace
        tern.models..             -> LIBRARIES tern.error tern.files tern.ingest.split tern.model tern.settings tern.text \
                                     ai.djl.huggingface.. ai.onnxruntime.. io.github.resilience4j.. io.github.bucket4j.. org.sqlite..
        tern.documents.temporary  -> tern.files
        tern.documents            -> tern.graph tern.error tern.files tern.text tern.documents.jsonl tern.documents.temporary com.fasterxml.jackson.. \
                                     crawlercommons.. org.apache.commons.compress.archivers.zip.. \
                                     org.apache.commons.csv.. org.apache.commons.io.input.. org.apache.hc.. org.apache.james.mime4j.. org.apache.tika.. org.commonmark.. \
                                     org.jsoup.. org.slf4j.. org.w3c.dom.. org.xml.sax.. javax.xml.stream.. \
                                     org.apache.pdfbox.. org.apache.poi.. org.apache.xmlbeans.. \
                                     org.openxmlformats..
        tern.documents.jsonl      -> tern.graph tern.error tern.model tern.settings com.fasterxml.jackson..
        tern.documents.ocr        -> tern.documents ai.onnxruntime..
        tern.documents.sync       -> CORE tern.documents com.fasterxml.jackson.. org.slf4j..
        tern.langchain4j..        -> CORE tern.documents.sync dev.langchain4j..
        tern.spring.ai..          -> CORE tern.documents.sync dev.langchain4j.. org.springframework.ai.. io.micrometer..
        tern.spring.boot..        -> CORE tern.spring.ai tern.models tern.documents.. dev.langchain4j.. \
                                     org.springframework.. io.micrometer..
        tern.quarkus              -> CORE tern.models tern.documents.. dev.langchain4j.. \
                                     io.quarkus.. io.smallrye.config.. jakarta.. org.eclipse.microprofile.. io.micrometer.. org.slf4j..
        tern.quarkus.deployment   -> tern.quarkus io.quarkus..
        tern.app                  -> CORE tern.models.. dev.langchain4j..
        tern.app.limits           -> tern.settings tern.error tern.graph
        tern.app.config           -> CORE tern.app tern.app.limits tern.models tern.models.money tern.documents \
                                     com.fasterxml.jackson..
        tern.spark                -> CORE tern.app tern.app.config tern.models.. tern.documents.. tern.store.milvus \
                                     tern.spark.bulk tern.transfer.checksum dev.langchain4j.. com.fasterxml.jackson.. org.slf4j.. \
                                     org.apache.spark.. org.apache.hadoop.. scala..
        tern.eval                 -> EVALUATION
        tern.eval.baseline        -> EVALUATION
        tern.eval.measure         -> EVALUATION
        tern.eval.questions       -> EVALUATION
        tern.web                  -> NONE
        tern.server..             -> CORE tern.app tern.app.limits tern.models.. tern.documents tern.transfer tern.web \
                                     dev.langchain4j.. com.fasterxml.jackson.. io.github.bucket4j.. \
                                     io.helidon.. io.modelcontextprotocol.. io.opentelemetry.. \
                                     io.prometheus.metrics.. org.apache.james.mime4j.. org.slf4j.. reactor..

        tern.cli.command.process  -> OUTSIDE
        tern.cli.command.output   -> OUTSIDE tern.cli.command.process
        tern.cli.command          -> OUTSIDE COMMANDS
        tern.cli.ask              -> OUTSIDE COMMANDS
        tern.cli.add              -> OUTSIDE COMMANDS
        tern.cli.graphs           -> OUTSIDE COMMANDS
        tern.cli.models           -> OUTSIDE COMMANDS
        tern.cli.serve            -> OUTSIDE COMMANDS
        tern.cli.setup            -> OUTSIDE COMMANDS tern.cli.models
        tern.cli                  -> OUTSIDE tern.cli..

        tern.eval.command         -> OUTSIDE COMMANDS tern.eval.. tern.theme.leiden
        tern.documents.sync.command -> CORE tern.documents tern.documents.sync tern.app tern.app.config tern.app.limits SERVER \
                                     tern.models.money tern.server.job COMMANDS com.fasterxml.jackson.. org.slf4j.. picocli..
        tern.openai               -> STORE tern.model tern.query tern.query.trace SERVER com.fasterxml.jackson..
        tern.curation             -> STORE tern tern.ingest
        tern.curation.alias       -> STORE tern.text
        tern.curation.command     -> STORE tern tern.text tern.ingest tern.curation tern.curation.alias tern.app.limits SERVER \
                                     tern.server.job tern.server.mcp tern.server.metrics COMMANDS com.fasterxml.jackson.. \
                                     org.slf4j.. picocli..
        tern.profile              -> STORE tern tern.curation.alias tern.model tern.text
        tern.theme                -> STORE tern tern.query.overview tern.query.rank tern.query.trace
        tern.theme.leiden         -> STORE tern.theme nl.cwts.. it.unimi.dsi.fastutil..
        tern.theme.command        -> STORE tern.theme tern.theme.leiden tern.app.config SERVER COMMANDS picocli.. \
                                     com.fasterxml.jackson..
        tern.profile.command      -> STORE tern.curation.alias tern.text tern.profile tern.app.config SERVER COMMANDS picocli..
        """;

    /** Words of the table. {@code OUTSIDE} is everything but the command line, the evaluation and plug-ins. */
    private static final Map<String, String> WORDS = Map.ofEntries(
            entry("NONE", ""),
            entry("MILVUS", "io.milvus.. com.google.gson.. org.slf4j.."),
            entry("LIBRARIES", "dev.langchain4j.. com.fasterxml.jackson.. org.slf4j.."),
            entry("STORE", "tern.store tern.store.shared tern.graph tern.note tern.settings tern.error"),
            entry("STEP", "STORE LIBRARIES tern.model tern.text"),
            entry("CORE", "STORE tern tern.model tern.text tern.files tern.ingest.. tern.query.."),
            entry(
                    "EVALUATION",
                    "CORE LIBRARIES tern.models.money tern.documents.jsonl org.apache.lucene.. tern.eval"
                            + " tern.eval.baseline tern.eval.measure tern.eval.questions"),
            entry(
                    "SERVER",
                    "tern.server.api tern.server.front tern.server.graphs tern.server.json tern.server.settings"),
            entry("RANKED", "tern.query.trace tern.query.recognise tern.query.seed tern.query.expand tern.query.rank"),
            entry("COMMANDS", "tern.cli.command.."));

    private static final Set<String> CHANGES = Set.of("write", "removeDocuments", "changeNotes");

    private static final DescribedPredicate<JavaClass> OUTSIDE = not(resideInAnyPackage(
            "dev.tern.[cli|curation|eval|openai|profile|theme|spark]..", "dev.tern.documents.[ocr|sync].."));

    private static final JavaClasses TERN = Classes.OF_TERN;

    /** Classes of modules that only the whole build has. */
    private static final Pattern OF_WHOLE_BUILD =
            Pattern.compile("tern\\.(spark|spark\\.bulk|quarkus\\.deployment) .*");

    static Stream<String> arrows() {
        boolean fast = "changed".equals(System.getProperty("rules"));
        return ARROWS.lines()
                .filter(line -> !line.isBlank()
                        && !(fast && OF_WHOLE_BUILD.matcher(line).matches()))
                .map(line -> line.replaceAll(" +", " "));
    }

    @Test
    void theRulesSawTheWholeProject() {
        assertThat(TERN).hasSizeGreaterThan(250);
    }

    @Test
    void everyPackageHasALine() {
        assertThat(TERN.stream().map(JavaClass::getPackageName).distinct())
                .allMatch(name -> arrows().anyMatch(
                                line -> PackageMatcher.of(packages(line.substring(0, line.indexOf(' ')))[0])
                                        .matches(name)));
    }

    @ParameterizedTest
    @MethodSource("arrows")
    void packageKnowsOnlyWhatItsLineNames(String line) {
        String[] sides = line.split(" -> ", 2);
        DescribedPredicate<JavaClass> known =
                resideInAnyPackage(packages(sides[0] + " " + sides[1] + " java.. javax.. org.jspecify.."));
        classes()
                .that(resideInAnyPackage(packages(sides[0])))
                .should()
                .onlyDependOnClassesThat(sides[1].contains("OUTSIDE") ? known.or(OUTSIDE) : known)
                .check(TERN);
    }

    private static String[] packages(String words) {
        return Stream.of(words.split(" "))
                .flatMap(word -> WORDS.containsKey(word)
                        ? Stream.of(packages(WORDS.get(word)))
                        : Stream.of(word.startsWith("tern") ? "dev." + word : word))
                .filter(name -> !name.isEmpty() && !name.equals("OUTSIDE"))
                .toArray(String[]::new);
    }

    /** Spark imports in bulk into Milvus, and into no other store. */
    @Test
    void storesAreKnownByTheirAddressAlone() {
        noClasses()
                .that(not(resideInAnyPackage("dev.tern.store.[lucene|milvus]..", "dev.tern.spark..")))
                .should()
                .dependOnClassesThat(resideInAnyPackage("dev.tern.store.[lucene|milvus].."))
                .check(TERN);
    }

    /** A writer beside the queue would write documents that another removes meanwhile. */
    @Test
    void graphsAreChangedThroughTheirWriteQueueAlone() {
        noClasses()
                .that(not(resideInAnyPackage("dev.tern.store..", "dev.tern.spark..")))
                .should()
                .callMethodWhere(DescribedPredicate.describe(
                        "changes a store",
                        call -> call.getTargetOwner().isAssignableTo(GraphStore.class)
                                && (CHANGES.contains(call.getName())
                                        && !call.getTarget()
                                                .getRawParameterTypes()
                                                .isEmpty())))
                .check(TERN);
    }

    @Test
    void onlyTheCommandLineLogsThroughTheJdk() {
        noClasses()
                .that(not(resideInAnyPackage("dev.tern.cli..")))
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.util.logging.."))
                .check(TERN);
    }

    @Test
    void onlyProgramsPrint() {
        // The contract is a test suite: it prints the seeds of its random tests.
        noClasses()
                .that(not(resideInAnyPackage("dev.tern.cli..", "dev.tern.store.contract..")))
                .and()
                .doNotHaveFullyQualifiedName("dev.tern.spark.SparkProgram")
                .should(ACCESS_STANDARD_STREAMS)
                .check(TERN);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.tern.(**)").should().beFreeOfCycles().check(TERN);
    }

    /** A callback that is not passed on disables a guard: a limit on tokens would hold only without traces. */
    @Test
    void queryListenerOfAnotherPassesOnAllThatItHears() {
        Set<String> callbacks = Stream.of(QueryListener.class.getMethods())
                .filter(method -> method.getReturnType() == void.class)
                .map(Method::getName)
                .collect(Collectors.toSet());
        List<JavaClass> passingOn = TERN.stream()
                .filter(type -> !type.isInterface() && type.isAssignableTo(QueryListener.class))
                .filter(type -> type.getFields().stream()
                        .anyMatch(field -> field.getRawType().isAssignableTo(QueryListener.class)))
                .toList();
        assertThat(passingOn).as("listeners of others").hasSizeGreaterThan(1);
        assertThat(passingOn)
                .allSatisfy(type -> assertThat(type.getMethodCallsFromSelf())
                        .as(type.getName())
                        .filteredOn(call -> call.getTargetOwner().isAssignableTo(CallListener.class))
                        .filteredOn(call -> call.getOrigin().getName().equals(call.getName()))
                        .extracting(JavaMethodCall::getName)
                        .containsAll(callbacks));
    }

    @Test
    void noStateIsStatic() {
        fields().that().areStatic().should().beFinal().check(TERN);
    }
}
