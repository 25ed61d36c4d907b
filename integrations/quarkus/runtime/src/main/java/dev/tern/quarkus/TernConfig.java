package dev.tern.quarkus;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The configuration of a graph in an application, with Tern's own defaults. */
@ConfigMapping(prefix = "tern")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface TernConfig {
    /** The store: a directory, or the address of a Milvus server (http, https or milvus). */
    @WithDefault("./tern-store")
    String store();

    /** The name of the graph: letters, digits and underscores. */
    @WithDefault("default")
    String graph();

    /**
     * The visible part of the graph for the whole application, as in tenant = "red": a filter on
     * documents' metadata that no other widens, and that added documents must match; default all.
     */
    Optional<String> scope();

    /** The connection to Milvus, and settings of its graphs. */
    Milvus milvus();

    /** The embedding model in this process, for applications without an EmbeddingModel bean. */
    Embedding embedding();

    /** The documents that are read at each start. */
    Documents documents();

    /** The options of reading documents: limits, and text recognition in pictures. */
    Map<String, String> load();

    /** The parameters of indexing and questions by name. The mode is given with each question. */
    Map<String, String> query();

    /** Documents that are read at each start. */
    interface Documents {
        /** The folders and sites whose new and changed documents are added. */
        Optional<List<String>> locations();

        /** True if a missing folder of these prevents the application's start. */
        @WithDefault("false")
        boolean required();

        /** True if a folder or site may have moved since it was last read. */
        @WithDefault("false")
        boolean moved();
    }

    /** Settings of Milvus, with the client's defaults. */
    interface Milvus {
        /** The token of Zilliz Cloud, or user:password. */
        Optional<String> token();

        /** The database of the server. */
        Optional<String> database();

        /** A PEM file of trusted certificates; default the platform's. */
        Optional<Path> caFile();

        /** The timeout of a request to Milvus. */
        Optional<Duration> timeout();

        /** The index of new graphs: AUTOINDEX, HNSW, FLAT or DISKANN. */
        Optional<String> indexType();
    }

    /** Settings of the embedding model in process. */
    interface Embedding {
        /**
         * all-MiniLM-L6-v2 (the default), static, bge-small-en-v1.5, e5-small-v2, or the path of a
         * folder with model.onnx and tokenizer.json.
         */
        Optional<String> model();

        /** The prefix of questions, such as "query: "; default the one of the model's training. */
        Optional<String> questionPrefix();

        /**
         * The prefix of other texts, such as "passage: "; default the one of the model's training.
         */
        Optional<String> passagePrefix();
    }
}
