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
 * Gives a test of Spring a graph without network and without files: a store in memory, empty when the test's context begins, and a
 * deterministic embedding model for which texts are as near as they share words. The beans of {@link TernAutoConfiguration} are over these; what the
 * application has of its own stays, chat models too. No documents are read at the start.
 *
 * <p>Beside {@code @SpringBootTest} it takes the place of the application's store and embedding model; beside {@code
 * @SpringJUnitConfig} with some of the application's beans it is all that they need of Tern.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration({TestGraphAutoConfiguration.class, TernAutoConfiguration.class})
@TestPropertySource(properties = "tern.documents=")
public @interface AutoConfigureTestGraph {}
