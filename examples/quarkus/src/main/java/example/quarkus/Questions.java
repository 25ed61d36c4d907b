package example.quarkus;

import dev.tern.GraphRag;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;

/** Answers {@code /ask?question=...} offline, from the documents in the configured folder. */
// snippet: quarkus-ask
@Path("/ask")
public class Questions {
    private final GraphRag rag;

    Questions(GraphRag rag) {
        this.rag = rag;
    }

    @GET
    public String ask(@QueryParam("question") String question) {
        return rag.ask(question).text();
    }
}
// end
