package dev.tern.smallmodel;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestListener;
import dev.tern.models.CloseableChatModel;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.Models;
import dev.tern.store.InMemoryGraphStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Texts about a made-up harbour town, and questions of two hops with the texts that each needs. */
final class Library {
    private static final String TEXTS = """
        Orla Tennant | Orla Tennant was a clockmaker. She learned her trade from Bastian Wray in Quillmere.
        Bastian Wray | Bastian Wray kept a workshop in Quillmere. He built the tide clock of Saint Hild.
        Saint Hild | Saint Hild is a church on the north quay of Quillmere. Its bells were cast in 1790.
        Milo Tennant | Milo Tennant was the son of Orla Tennant. He drew the plans of the Harrow lighthouse.
        Harrow lighthouse | The Harrow lighthouse stands on Gull Skerry. Its lamp was made by Dunmore and Pell.
        Dunmore and Pell | Dunmore and Pell made lamps and lenses in Castle Ferrin. Ines Pell founded the firm in 1851.
        Ines Pell | Ines Pell studied glass in Varna. Her teacher was Jakob Stross.
        Jakob Stross | Jakob Stross taught glassmaking in Varna. He wrote the book A Grammar of Light.
        Gull Skerry | Gull Skerry is an island west of Quillmere. Its only ferry is the Petrel.
        Petrel | The Petrel is a ferry. She was built in 1888 by the Corran yard.
        Corran yard | The Corran yard belonged to Hugh Corran. It closed in 1913, the year of his death.
        Hugh Corran | Hugh Corran was born in Castle Ferrin. He was a friend of the painter Selma Oake.
        Selma Oake | Selma Oake painted harbours. Her Night at the Weir hangs in the Tolland museum.
        Tolland museum | The Tolland museum was given to Quillmere by Ada Tolland, who traded in tea.
        Ada Tolland | Ada Tolland was born in Marrow Bay. Her brother was Piers Tolland.
        Piers Tolland | Piers Tolland wrote The Salt Road, a song that sailors still sing.
        Castle Ferrin | Castle Ferrin is a town on the river Ash. It is known for its fair.
        Marrow Bay | Marrow Bay lies south of Quillmere. Its governor was Lucan Frey.
        Lucan Frey | Lucan Frey built the coast road and planted its limes.
        Quillmere | Quillmere is a harbour town. Its market is held on Thursdays.
        Tide tables | Tide tables tell when the water is high. Pilots carry them on every ship.
        Lamp oil | Lamp oil was pressed from rape seed. Lighthouses burned it until 1890.
        """;

    private static final String QUESTIONS = """
        Which clock did the teacher of Orla Tennant build? | Orla Tennant, Bastian Wray
        Who made the lamp of the lighthouse that Milo Tennant planned? | Milo Tennant, Harrow lighthouse
        Who founded the firm that made the lamp of the Harrow lighthouse? | Harrow lighthouse, Dunmore and Pell
        Which book did the teacher of Ines Pell write? | Ines Pell, Jakob Stross
        Who built the ferry that goes to Gull Skerry? | Gull Skerry, Petrel
        When did the owner of the yard that built the Petrel die? | Petrel, Corran yard
        Which painter was a friend of the owner of the Corran yard? | Corran yard, Hugh Corran
        In which museum hangs a picture by the friend of Hugh Corran? | Hugh Corran, Selma Oake
        Who gave the museum in which Night at the Weir hangs to Quillmere? | Selma Oake, Tolland museum
        Where was the woman born who gave the Tolland museum to Quillmere? | Tolland museum, Ada Tolland
        Which song did the brother of Ada Tolland write? | Ada Tolland, Piers Tolland
        On which river does the town lie where Hugh Corran was born? | Hugh Corran, Castle Ferrin
        """;

    private Library() {}

    /** Returns the texts; the id of each is its title. */
    static List<SourceDocument> documents() {
        return TEXTS.lines()
                .map(line -> line.split(" \\| "))
                .map(text -> SourceDocument.of(text[0], text[1]).withTitle(text[0]))
                .toList();
    }

    /** Returns a graph of the texts in memory, with statements by rules. */
    static GraphRag indexed(CloseableChatModel chat, EmbeddingModel embeddings) {
        GraphRag rag = GraphRag.builder()
                .store(new InMemoryGraphStore())
                .embeddingModel(embeddings)
                .chatModel(chat)
                .build();
        rag.add(documents(), IngestListener.NONE);
        return rag;
    }

    /** Returns the embedding model that comes with Tern. */
    static CloseableEmbeddingModel embeddings() {
        return Models.embeddingModel(EmbeddingModelSettings.builder()
                .provider(KnownProvider.IN_PROCESS)
                .build());
    }

    /** Returns the ids of the texts that each question needs. */
    static Map<String, Set<String>> goldByQuestion() {
        Map<String, Set<String>> gold = new LinkedHashMap<>();
        QUESTIONS
                .lines()
                .map(line -> line.split(" \\| "))
                .forEach(line -> gold.put(line[0], Set.of(line[1].split(", "))));
        return gold;
    }
}
