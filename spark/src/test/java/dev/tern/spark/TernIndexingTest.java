package dev.tern.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.store.GraphView;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import dev.tern.store.milvus.server.MilvusServer;
import dev.tern.transfer.scan.GraphChecksum;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("milvus")
final class TernIndexingTest {
    private static final StructType COLUMNS = new StructType()
            .add("id", DataTypes.StringType)
            .add("title", DataTypes.StringType)
            .add("text", DataTypes.StringType);

    private static MilvusServer server;
    private static SparkSession spark;

    @BeforeAll
    static void start() {
        server = MilvusServer.lite();
        spark = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.shuffle.partitions", "2")
                .getOrCreate();
    }

    @AfterAll
    static void stop() {
        spark.stop();
        server.close();
    }

    @Test
    void documentsOfADatasetAreInTheGraph() {
        Dataset<Row> documents = spark.createDataFrame(
                List.of(
                        RowFactory.create("a", "Ada", "Ada Lovelace met Charles Babbage in London."),
                        RowFactory.create("b", "Bernoulli", "Johann Bernoulli taught Leonhard Euler in Basel.")),
                COLUMNS);
        IndexingReport report = TernIndexing.of(spark)
                .set("store", server.uri().toString())
                .set("graph", "thin")
                .run(documents);
        assertThat(report.documents()).isEqualTo(2);
        try (MilvusGraphCatalog catalog = MilvusGraphCatalog.connect(
                        MilvusSettings.at(server.uri().toString()).build());
                var store = catalog.open("thin");
                GraphView view = store.view()) {
            assertThat(GraphChecksum.of(view).passages().rows()).isEqualTo(2);
        }
    }
}
