/** Chat and embedding models from settings: {@link dev.tern.models.Models}. */
module dev.tern.models {
    requires transitive dev.tern;
    requires static org.jspecify;
    requires ai.djl.tokenizers;
    requires com.fasterxml.jackson.databind;
    requires com.microsoft.onnxruntime;
    requires io.github.bucket4j.core;
    requires io.github.resilience4j.core;
    requires io.github.resilience4j.retry;
    requires java.net.http;
    requires java.sql;
    requires langchain4j.anthropic;
    requires langchain4j.embeddings;
    requires langchain4j.embeddings.all.minilm.l6.v2.q;
    requires langchain4j.google.ai.gemini;
    requires langchain4j.http.client;
    requires langchain4j.mistral.ai;
    requires langchain4j.ollama;
    requires langchain4j.open.ai;
    requires org.slf4j;
    requires org.xerial.sqlitejdbc;

    exports dev.tern.models;
    exports dev.tern.models.kept;
    exports dev.tern.models.money;
}
