package dev.tern.store.milvus.server;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * Runs a test class once for each server under test. The class takes a {@link ServerUnderTest} as
 * the first parameter of its constructor.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("milvus")
@ParameterizedClass(name = "{0}")
@ArgumentsSource(ServersUnderTest.class)
public @interface OnEachServer {}
