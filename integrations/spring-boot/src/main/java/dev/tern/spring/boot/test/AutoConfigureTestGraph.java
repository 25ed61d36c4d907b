package dev.tern.spring.boot.test;

import dev.tern.spring.boot.TernAutoConfiguration;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.test.context.TestPropertySource;

/**
 * Gives a Spring test a graph without network and files: an in-memory store, empty at the start of
 * the test's context, and a deterministic embedding model that measures shared words. The beans of
 * {@link TernAutoConfiguration} use these; the application keeps its other beans, such as chat
 * models. No documents are read at the start.
 *
 * <p>With {@code @SpringBootTest} it replaces the application's store and embedding model; with
 * {@code @SpringJUnitConfig} and some of the application's beans, it provides all that these beans
 * need of Tern.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration({TestGraphAutoConfiguration.class, TernAutoConfiguration.class})
@TestPropertySource(properties = "tern.documents.locations=")
public @interface AutoConfigureTestGraph {}
