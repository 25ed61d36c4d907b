package dev.tern.query.recognise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.Ingestion;
import dev.tern.model.ChatTask;
import dev.tern.model.Meter;
import dev.tern.model.MeteredChat;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.ScriptedChatModel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecogniserTest {
    private final InMemoryGraphStore store = new InMemoryGraphStore();

    RecogniserTest() {
        List<Statement> statements = new ArrayList<>();
        for (String name : List.of(
                "Leonhard Euler",
                "Euler",
                "C++",
                "C#",
                "C",
                "Beyoncé",
                "Łódź",
                "张三",
                "محمد",
                "The Bernoulli theorem",
                "University of Basel",
                "Basel",
                "AT&T",
                "son",
                "teacher",
                "1707",
                "Say",
                "Jean-Luc",
                "We Are Who We Are",
                "東京大学",
                "東京")) {
            statements.add(new Statement(name + " is here", List.of(name)));
        }
        SourceDocument document =
                SourceDocument.of("d", "text").withTitle("Mercury (planet)").withStatements(statements);
        new Ingestion(store, new HashingEmbeddingModel(16), Parameters.DEFAULT)
                .ingest(List.of(document), IngestListener.NONE);
    }

    private List<String> names(String question) {
        return Recogniser.offline().recognise(question, store).names().stream()
                .map(Recognition.RecognisedName::text)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Who taught Leonhard Euler?|Leonhard Euler",
                "Who taught Euler's son?|Euler",
                "Is C++ older than C#?|C++,C#",
                "Is C older?|C",
                "Where was Beyoncé born?|Beyoncé",
                "Which river is in Łódź?|Łódź",
                "谁教了张三数学|张三",
                "東京大学はどこですか|東京大学",
                "من علم محمد؟|محمد",
                "What follows from the Bernoulli theorem?|the Bernoulli theorem",
                "Who led the University of Basel?|University of Basel",
                "Who runs AT&T?|AT&T",
                "How far away is Mercury?|Mercury",
                "How far away is Mercury (Planet) from Basel?|Mercury (Planet),Basel",
                "What happened in 1707?|1707",
                "Did Jean-Luc meet Zanzibar Jones?|Jean-Luc,Zanzibar Jones",
                "who taught euler in basel|euler,basel",
                "Who taught euler in basel?|euler,basel",
                "Who left Basel for the university of basel?|Basel,university of basel",
                "Who sang We Are Who We Are in Basel?|We Are Who We Are,Basel",
            })
    void finds_the_longest_known_names_in_any_script(String question, String names) {
        assertThat(names(question)).containsExactlyInAnyOrder(names.split(","));
    }

    @ParameterizedTest
    @ValueSource(strings = {"What did the son of the teacher do?", "When was it?", "Who?", "???", "is it so"})
    void common_words_are_no_names(String question) {
        assertThat(names(question)).doesNotContain("What", "When", "Who", "is", "it", "so");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "¿Qué enseñó Zanzibar Jones?|Zanzibar Jones",
                "¿Quién fue el maestro de Euler?|Euler",
                "Siapa guru Euler?|Euler",
                "Wer war die Tochter der Entdeckerin von Basel?|Basel",
                "Wann kam Pellerin mit der Entdeckerin nach Basel?|Pellerin,Basel",
                "Wann kam Artur an und was ist die Art des Hauses?|Artur",
                "Wann kam Euler an und was ist die Eule des Hauses?|Euler",
                "Qui Zanzibar Jones a-t-il vu?|Zanzibar Jones",
                "Euler taught whom?|Euler",
                "what did euler say to basel?|euler,basel",
                "Кто учил Euler?|Euler",
            })
    void what_asks_is_no_name_in_any_language(String question, String names) {
        assertThat(names(question)).containsExactlyInAnyOrder(names.split(","));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Zanzibar is where?", "¿Dónde vive?", "Tell it.", "Apakah itu?"})
    void a_word_alone_at_the_start_is_a_name_only_if_the_graph_has_it(String question) {
        assertThat(names(question)).isEmpty();
    }

    @Test
    void a_known_name_that_does_not_look_like_one_weighs_little_unless_the_question_has_no_capital() {
        assertThat(weights("Who left Basel for the university of basel?")).containsExactly(1.0, 0.2);
        assertThat(weights("Who taught euler?")).containsExactly(0.2);
        assertThat(weights("who taught euler?")).containsExactly(1.0);
    }

    private List<Double> weights(String question) {
        return Recogniser.offline().recognise(question, store).names().stream()
                .map(Recognition.RecognisedName::weight)
                .toList();
    }

    @Test
    void the_residual_is_the_question_without_its_names_and_their_possessive() {
        Recognition recognition = Recogniser.offline().recognise("Who was the son of Euler's teacher?", store);

        assertThat(recognition.residual()).isEqualTo("Who was the son of teacher?");
    }

    @Test
    void a_question_that_is_nothing_but_a_name_keeps_it_as_its_residual() {
        assertThat(Recogniser.offline().recognise("Euler?", store).residual()).isEqualTo("Euler?");
    }

    @Test
    void given_names_are_looked_up_and_taken_out_of_the_question() {
        Recognition recognition =
                Recogniser.given(List.of("euler", "Nobody", " ")).recognise("Who taught Euler and Nobody?", store);

        assertThat(recognition.names())
                .extracting(Recognition.RecognisedName::text)
                .containsExactly("euler", "Nobody");
        assertThat(recognition.names().getFirst().entity()).isPresent();
        assertThat(recognition.names().getLast().entity()).isEmpty();
        assertThat(recognition.residual()).isEqualTo("Who taught and ?");
    }

    @Test
    void a_chat_model_may_list_the_names() {
        ScriptedChatModel model = ScriptedChatModel.saying("```json\n{\"names\": [\"Euler\", 7, \"\"]}\n```");

        Recognition recognition = Recogniser.model(new MeteredChat(model, ChatTask.RECOGNISE, 0, new Meter()))
                .recognise("Who taught Euler?", store);

        assertThat(recognition.names())
                .extracting(Recognition.RecognisedName::text)
                .containsExactly("Euler");
    }

    @Test
    void a_reply_that_is_cut_off_is_told() {
        ScriptedChatModel model =
                ScriptedChatModel.saying("{\"names\": [\"Euler\", \"Eul").cutOff();

        Recognition recognition = Recogniser.model(new MeteredChat(model, ChatTask.RECOGNISE, 0, new Meter()))
                .recognise("Who taught Euler?", store);

        assertThat(recognition.names())
                .extracting(Recognition.RecognisedName::text)
                .containsExactly("Euler");
        assertThat(recognition.remarks())
                .containsExactly(
                        "the model's reply was cut off at its token limit: raise the limit (chat.maxReplyTokens), "
                                + "or lower the effort (chat.reasoningEffort)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no names", "{\"names\": ", "{\"names\": \"Euler\"}", "[]", "{}"})
    void a_model_that_lists_nothing_usable_leaves_it_to_the_offline_recogniser(String reply) {
        ScriptedChatModel model = ScriptedChatModel.saying(reply);

        Recognition recognition = Recogniser.model(new MeteredChat(model, ChatTask.RECOGNISE, 0, new Meter()))
                .recognise("Who taught Euler?", store);

        assertThat(recognition.names())
                .extracting(Recognition.RecognisedName::text)
                .containsExactly("Euler");
    }
}
