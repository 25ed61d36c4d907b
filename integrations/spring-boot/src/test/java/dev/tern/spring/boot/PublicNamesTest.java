package dev.tern.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.springframework.asm.ClassReader;
import org.springframework.asm.Opcodes;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** Compares the names of classes with those of libraries that applications import too. */
final class PublicNamesTest {
    /** Classes of the server, which is no library. */
    private static final String PROGRAM = "dev/tern/server/";

    @Test
    void noneIsThatOfAClassOfLangChain4jOrSpringAiExceptQuestion() throws IOException {
        Set<String> names = publicNames("dev/tern");
        Set<String> others = publicNames("dev/langchain4j");
        others.addAll(publicNames("org/springframework/ai"));

        assertThat(names).hasSizeGreaterThan(200).contains("SourceMetadata", "SourceLoader", "ProviderKey");
        assertThat(others).hasSizeGreaterThan(400).contains("DocumentMetadata", "DocumentLoader", "ApiKey");
        assertThat(names).filteredOn(others::contains).containsExactly("Question");
    }

    private static Set<String> publicNames(String folder) throws IOException {
        Set<String> names = new TreeSet<>();
        String pattern = "classpath*:" + folder + "/**/*.class";
        for (Resource file : new PathMatchingResourcePatternResolver().getResources(pattern)) {
            try (InputStream content = file.getInputStream()) {
                ClassReader type = new ClassReader(content);
                if ((type.getAccess() & Opcodes.ACC_PUBLIC) != 0
                        && !type.getClassName().startsWith(PROGRAM)) {
                    names.add(type.getClassName().replaceAll(".*/", ""));
                }
            }
        }
        return names;
    }
}
