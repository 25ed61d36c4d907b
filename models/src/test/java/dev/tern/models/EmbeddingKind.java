package dev.tern.models;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.models.StubServer.Asked;
import dev.tern.models.StubServer.Reply;
import java.util.ArrayList;
import java.util.List;

/** Requests and responses of embedding providers, after their public references. */
enum EmbeddingKind {
    OPENAI(KnownProvider.OPENAI, "text-embedding-3-large", "/v1/embeddings", 2_048),
    AZURE(KnownProvider.AZURE, "my-deployment", "/v1/embeddings", 2_048),
    MISTRAL(KnownProvider.MISTRAL, "codestral-embed", "/v1/embeddings", 256),
    VOYAGE(KnownProvider.VOYAGE, "voyage-4", "/v1/embeddings", 1_000),
    JINA(KnownProvider.JINA, "jina-embeddings-v5-text-small", "/v1/embeddings", 512),
    COHERE(KnownProvider.COHERE, "embed-v4.0", "/v1/embed", 96),
    GEMINI(KnownProvider.GEMINI, "gemini-embedding-2", "/v1/models/gemini-embedding-2:batchEmbedContents", 100),
    GEMINI_1(KnownProvider.GEMINI, "gemini-embedding-001", "/v1/models/gemini-embedding-001:batchEmbedContents", 100),
    OLLAMA(KnownProvider.OLLAMA, "nomic-embed-text", "/v1/api/embed", 2_048);

    final KnownProvider provider;
    final String model;
    final String path;
    final int maxTexts;

    EmbeddingKind(KnownProvider provider, String model, String path, int maxTexts) {
        this.provider = provider;
        this.model = model;
        this.path = path;
        this.maxTexts = maxTexts;
    }

    /** Returns a request for three-dimensional vectors, in single quotes. */
    String request(String text, boolean question) {
        return switch (this) {
            case OPENAI, AZURE, OLLAMA -> "{'model':'%s','input':['%s'],'dimensions':3}".formatted(model, text);
            case MISTRAL -> "{'model':'%s','input':['%s'],'output_dimension':3}".formatted(model, text);
            case VOYAGE ->
                "{'model':'%s','input':['%s'],'input_type':'%s','output_dimension':3}"
                        .formatted(model, text, question ? "query" : "document");
            case JINA ->
                "{'model':'%s','input':['%s'],'task':'%s','dimensions':3}"
                        .formatted(model, text, question ? "retrieval.query" : "retrieval.passage");
            case COHERE ->
                "{'model':'%s','texts':['%s'],'embedding_types':['float'],'input_type':'%s','output_dimension':3}"
                        .formatted(model, text, question ? "search_query" : "search_document");
            case GEMINI ->
                "{'requests':[{'model':'models/%s','content':{'parts':[{'text':'%s%s'}]},'outputDimensionality':3}]}"
                        .formatted(model, question ? "task: search result | query: " : "title: none | text: ", text);
            case GEMINI_1 ->
                ("{'requests':[{'model':'models/%s','content':{'parts':[{'text':'%s'}]},'taskType':'%s',"
                                + "'outputDimensionality':3}]}")
                        .formatted(model, text, question ? "RETRIEVAL_QUERY" : "RETRIEVAL_DOCUMENT");
        };
    }

    /** Returns the header of the key, with its prefix. */
    String keyHeader() {
        return switch (provider) {
            case AZURE -> "api-key";
            case GEMINI -> "x-goog-api-key";
            default -> "Authorization";
        };
    }

    String keyScheme() {
        return keyHeader().equals("Authorization") ? "Bearer " : "";
    }

    /** Returns the texts of a request. */
    List<String> texts(Asked asked) {
        List<String> texts = new ArrayList<>();
        for (JsonNode each : asked.body().path(provider == KnownProvider.COHERE ? "texts" : "input")) {
            texts.add(each.asText());
        }
        for (JsonNode each : asked.body().path("requests")) {
            texts.add(each.at("/content/parts/0/text").asText());
        }
        return texts;
    }

    /** Returns a response with vectors, and a usage of five tokens if reported. */
    Reply answer(List<String> vectors) {
        String plain = String.join(",", vectors);
        return Reply.ok(
                switch (this) {
                    case COHERE ->
                        "{\"id\":\"1\",\"embeddings\":{\"float\":[" + plain + "]},\"texts\":[],"
                                                                            + "\"meta\":{\"api_version\":{\"version\":\"2\"},\"billed_units\":{\"input_tokens\":5}},"
                                                                            + "\"response_type\":\"embeddings_by_type\"}";
                    case OLLAMA ->
                        "{\"model\":\"m\",\"embeddings\":[" + plain + "],\"total_duration\":14143917,"
                                + "\"load_duration\":1019500,\"prompt_eval_count\":5}";
                    case GEMINI ->
                        "{\"embeddings\":[" + values(vectors) + "],\"usageMetadata\":{\"promptTokenCount\":5,"
                                + "\"promptTokenDetails\":[{\"modality\":\"TEXT\",\"tokenCount\":5}]}}";
                    case GEMINI_1 -> "{\"embeddings\":[" + values(vectors) + "]}";
                    default ->
                        "{\"object\":\"list\",\"data\":[" + indexed(vectors, false) + "],\"model\":\"m\",\"usage\":"
                                + usage() + "}";
                });
    }

    private String usage() {
        return this == VOYAGE
                ? "{\"total_tokens\":5}"
                : "{\"total_tokens\":5,\"prompt_tokens\":5" + (this == MISTRAL ? ",\"completion_tokens\":0}" : "}");
    }

    private static String values(List<String> vectors) {
        return String.join(
                ",",
                vectors.stream().map(vector -> "{\"values\":" + vector + "}").toList());
    }

    /** Returns numbered vectors, optionally in reverse order. */
    static String indexed(List<String> vectors, boolean turned) {
        List<String> each = new ArrayList<>();
        for (int i = 0; i < vectors.size(); i++) {
            each.add(
                    turned ? 0 : i,
                    "{\"object\":\"embedding\",\"index\":" + i + ",\"embedding\":" + vectors.get(i) + "}");
        }
        return String.join(",", each);
    }

    /** Returns an error in the provider's format. */
    Reply error(int status, String message) {
        return Reply.of(
                status,
                switch (provider) {
                    case COHERE -> "{\"id\":\"1\",\"message\":\"" + message + "\"}";
                    case VOYAGE, JINA -> "{\"detail\":\"" + message + "\"}";
                    case MISTRAL ->
                        status == 422
                                ? "{\"detail\":[{\"type\":\"missing\",\"loc\":[\"body\"],\"msg\":\"" + message + "\"}]}"
                                : "{\"object\":\"error\",\"message\":\"" + message + "\",\"type\":\"invalid\"}";
                    case GEMINI -> "{\"error\":{\"code\":" + status + ",\"message\":\"" + message + "\"}}";
                    case OLLAMA -> "{\"error\":\"" + message + "\"}";
                    default -> "{\"error\":{\"message\":\"" + message + "\",\"type\":\"invalid_request_error\"}}";
                });
    }
}
