package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.tern.error.TernException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InProcessEncoderTest {
    /** Loads, but fails for unknown words. */
    private static final String TOKENIZER = """
        {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [], "normalizer": null,
         "pre_tokenizer": {"type": "Whitespace"}, "post_processor": null, "decoder": null,
         "model": {"type": "WordLevel", "vocab": {"ship": 0}, "unk_token": "[UNK]"}}
        """;

    @Test
    void anEncoderThatCannotBeUsedKeepsNoNetworkLoaded() {
        Unusable description = new Unusable();

        assertThatThrownBy(() -> InProcessEncoder.load(description))
                .isInstanceOf(TernException.class)
                .hasMessageStartingWith("the embedding model unusable cannot be loaded on ");

        assertThat(description.loaded).hasSize(1);
        assertThatThrownBy(() -> description.loaded.getFirst().close())
                .as("it is closed already")
                .isInstanceOf(IllegalStateException.class);
    }

    /** A network that loads, with a tokenizer that rejects every text. */
    private static final class Unusable implements NetworkEncoder {
        private final List<OrtSession> loaded = new ArrayList<>();

        @Override
        public String modelName() {
            return "unusable";
        }

        @Override
        public Pooling pooling() {
            return Pooling.MEAN;
        }

        @Override
        public int window() {
            return 128;
        }

        @Override
        public TextPrefixes prefixes() {
            return ReadyEncoder.MINILM.prefixes();
        }

        @Override
        public int dimension() {
            return 0;
        }

        @Override
        public Encoder load() {
            return InProcessEncoder.load(this);
        }

        @Override
        public OrtSession session(OrtEnvironment environment, OrtSession.SessionOptions options)
                throws OrtException, IOException {
            OrtSession session = ReadyEncoder.MINILM.session(environment, options);
            loaded.add(session);
            return session;
        }

        @Override
        public InputStream tokenizer() {
            return new ByteArrayInputStream(TOKENIZER.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String advice() {
            return "choose another";
        }
    }
}
