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
import java.util.OptionalInt;

/** The configuration of a graph in an application. What is not set keeps the default of Tern itself. */
@ConfigMapping(prefix = "tern")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface TernConfig {
    /** Where graphs are kept: a directory, or the address of a Milvus server (http, https or milvus). */
    @WithDefault("./tern-store")
    String store();

    /** The name of the graph: letters, digits and underscores. */
    @WithDefault("default")
    String graph();

    /**
     * What is there of the graph for the whole application, as in tenant = "red": a filter on documents' metadata that no other
     * widens, and that documents to add must pass. Everything unless set.
     */
    Optional<String> scope();

    /**
     * Up to how many megabytes a graph in a directory is compared with its checksums whenever it is opened, and once a day above; 256
     * unless set.
     */
    OptionalInt checkMegabytes();

    /** How to reach Milvus, and how graphs are kept there. */
    Milvus milvus();

    /** The embedding model in this process, for applications without an EmbeddingModel bean. */
    Embedding embedding();

    /** The folders and sites whose documents are read into the graph at each start, and again where they have changed. */
    Optional<List<String>> documents();

    /** Whether a folder of these that is not there keeps the application from starting. */
    @WithDefault("false")
    boolean documentsRequired();

    /** Whether a folder or site may be elsewhere than when it was last read. */
    @WithDefault("false")
    boolean documentsMoved();

    /** How documents are read: limits, and what reads text in pictures. */
    Map<String, String> load();

    /** How documents are indexed and questions asked: the parameters by their names. The mode is said with each question. */
    Map<String, String> query();

    /** Settings of Milvus. What is not set keeps the default of the client. */
    interface Milvus {
        /** The token of Zilliz Cloud, or user:password. */
        Optional<String> token();

        /** The user, where there is no token. */
        Optional<String> user();

        /** The password of the user. */
        Optional<String> password();

        /** The database of the server. */
        Optional<String> database();

        /** A file of certificates in PEM that sign the server's; the platform's own unless set. */
        Optional<Path> caFile();

        /** How long one request may take; 30 s unless set. */
        Optional<Duration> timeout();

        /** How long the server may take to bring a graph into memory; 10 minutes unless set. */
        Optional<Duration> loadTimeout();

        /** How long connecting may take; 10 s unless set. */
        Optional<Duration> connectTimeout();

        /** The most rows of one write, to 16,384; 512 unless set. */
        OptionalInt writeBatchRows();

        /** The most writes in flight at once, to 64; 2 unless set. */
        OptionalInt parallelRequests();

        /** The index of new graphs: AUTOINDEX, HNSW, FLAT or DISKANN. */
        Optional<String> indexType();

        /** The shards of new graphs, to 64; 1 unless set. */
        OptionalInt shards();
    }

    /** Settings of the embedding model in process. */
    interface Embedding {
        /**
         * all-MiniLM-L6-v2, bge-small-en-v1.5, e5-small-v2, or the path of a folder with model.onnx and tokenizer.json; the first
         * unless set.
         */
        Optional<String> model();

        /** What is put before questions, such as "query: "; what the model was trained with unless set. */
        Optional<String> questionPrefix();

        /** What is put before passages, entities and relations, such as "passage: "; as before. */
        Optional<String> passagePrefix();
    }
}
