package example.langchain4j;

import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import dev.tern.GraphRag;
import dev.tern.langchain4j.GraphAugmentor;
import dev.tern.langchain4j.GraphIngestor;
import dev.tern.langchain4j.GraphTools;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.ModelEndpoint;
import dev.tern.models.Models;
import dev.tern.models.ProviderKey;
import dev.tern.store.lucene.LuceneGraphStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * An assistant with a graph as context and tools to explore it: {@code Assistant FOLDER QUESTION}.
 * If OPENAI_API_KEY is set, Tern's default model of OpenAI answers, otherwise an offline stand-in
 * that repeats its context.
 */
public interface Assistant {
    /** Answers a message, with the retrieved contents. */
    Result<String> chat(String message);

    /** The documents of the graph, for questions that no single one of them answers. */
    List<Document> DOCUMENTS = List.of(
            document(
                    "leonhard-euler",
                    "Leonhard Euler",
                    "Leonhard Euler was born in Basel in 1707, the son of a pastor. As a boy he was taught by Johann"
                            + " Bernoulli on Saturday afternoons."),
            document(
                    "daniel-bernoulli",
                    "Daniel Bernoulli",
                    "Daniel Bernoulli, a son of Johann Bernoulli, explained in his Hydrodynamica of 1738 how the"
                            + " pressure of a moving fluid falls as its speed rises."),
            document(
                    "seven-bridges",
                    "The seven bridges of Koenigsberg",
                    "Can one walk through Koenigsberg and cross each of its seven bridges once? Euler showed in 1736"
                            + " that one cannot."),
            document(
                    "jakob-bernoulli",
                    "Jakob Bernoulli",
                    "Jakob Bernoulli held the chair of mathematics in Basel and wrote the first book that treats"
                            + " chance as a science."));

    private static Document document(String name, String title, String text) {
        return Document.from(text, Metadata.from(Map.of("document_id", name, "title", title)));
    }

    /** Creates an assistant over a graph. */
    static Assistant over(GraphRag rag, ChatModel chat) {
        return AiServices.builder(Assistant.class)
                .chatModel(chat)
                .retrievalAugmentor(GraphAugmentor.of(rag))
                .tools(GraphTools.of(rag))
                .build();
    }

    /** Repeats its context as the answer. */
    ChatModel STAND_IN = new ChatModel() {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            UserMessage shown = (UserMessage) request.messages().getLast();
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from("I was shown: " + shown.singleText()))
                    .build();
        }
    };

    private static ChatModel chatModel() {
        String key = System.getenv("OPENAI_API_KEY");
        return key == null
                ? STAND_IN
                : Models.chatModel(ChatModelSettings.builder()
                        .endpoint(ModelEndpoint.builder()
                                .apiKey(ProviderKey.of(key))
                                .build())
                        .build());
    }

    /** Adds the documents to a graph in a folder, and answers a question from it. */
    static Result<String> ask(Path folder, ChatModel chat, String question) {
        var settings = EmbeddingModelSettings.builder()
                .provider(KnownProvider.IN_PROCESS)
                .build();
        try (var embeddings = Models.embeddingModel(settings);
                var rag = GraphRag.builder()
                        .ownedStore(LuceneGraphStore.open(folder, "default"))
                        .embeddingModel(embeddings)
                        .build()) {
            GraphIngestor.of(rag).ingest(DOCUMENTS);
            return over(rag, chat).chat(question);
        }
    }

    /** Prints the answer to the question. */
    static void main(String[] arguments) {
        System.out.println(ask(Path.of(arguments[0]), chatModel(), arguments[1]).content());
    }
}
