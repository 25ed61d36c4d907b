package dev.tern.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationReader;
import dev.tern.app.config.Setting;
import dev.tern.app.config.SettingValue;
import dev.tern.app.config.ValueOrigin;
import dev.tern.text.Redaction;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder in which a server keeps its jobs. */
final class DefaultFolderTest {
    @TempDir
    private Path directory;

    private final Map<String, String> variables = new HashMap<>();

    @Test
    void eachStoreHasAFolderOfItsOwnBelowTheCache() {
        Path letters = folder("letters");
        assertThat(letters).hasParentRaw(directory.resolve("cache/server"));
        assertThat(folder(directory + "/x/../letters")).isEqualTo(letters);
        assertThat(folder("contracts")).hasParentRaw(letters.getParent()).isNotEqualTo(letters);
        Path milvus = folder("http://milvus.example:19530");
        assertThat(milvus).hasParentRaw(letters.getParent());
        variables.put("TERN_MILVUS_DATABASE", "tenant");
        assertThat(folder("http://milvus.example:19530"))
                .hasParentRaw(letters.getParent())
                .isNotEqualTo(milvus);
    }

    private Path folder(String store) {
        ValueOrigin here = new ValueOrigin(ValueOrigin.Kind.OPTION, "the test");
        variables.put("TERN_CACHE_DIRECTORY", directory.resolve("cache").toString());
        Configuration configuration = new ConfigurationReader(variables, directory)
                .read(List.of(new SettingValue(Setting.STORE, store, here)));
        return new ServerConfiguration(configuration, directory, new Redaction())
                .settings()
                .folder();
    }
}
