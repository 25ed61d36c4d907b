package dev.tern.note;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tern.error.TernException;
import dev.tern.text.TextTruncation;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts a note to a line of JSON and back; rejects unknown fields, which would be lost. */
final class NoteJson {
    private static final int MAX_SHOWN_LENGTH = 200;
    private static final JsonMapper JSON = JsonMapper.builder()
            .defaultSetterInfo(JsonSetter.Value.forValueNulls(Nulls.FAIL, Nulls.FAIL))
            .build();

    private NoteJson() {}

    private record NoteLine(
            @JsonProperty(required = true) String id,
            @JsonProperty(required = true) String kind,
            @JsonProperty(required = true) Map<String, List<String>> content,
            @JsonProperty(required = true) ActLine made,

            @JsonInclude(JsonInclude.Include.NON_NULL) @JsonSetter(nulls = Nulls.SET) @Nullable
            ActLine undone,

            @JsonInclude(JsonInclude.Include.NON_DEFAULT) @JsonSetter(nulls = Nulls.SET)
            boolean applied) {}

    private record ActLine(
            @JsonProperty(required = true) String by,
            @JsonProperty(required = true) String at,
            @JsonProperty(required = true) String why) {
        static ActLine of(Note.Act act) {
            return new ActLine(act.by(), act.at().toString(), act.why());
        }

        Note.Act act() {
            return new Note.Act(by, Instant.parse(at), why);
        }
    }

    static String write(Note note) {
        try {
            return JSON.writeValueAsString(new NoteLine(
                    note.id(),
                    note.kind(),
                    note.content(),
                    ActLine.of(note.made()),
                    note.undone().map(ActLine::of).orElse(null),
                    note.applied()));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a note of strings is always JSON", e);
        }
    }

    /** Parses a note; throws a {@link TernException}, the operator's fault, if it is invalid. */
    static Note read(String line) {
        try {
            NoteLine read = JSON.readValue(line, NoteLine.class);
            if (read == null) {
                throw TernException.user("it is null");
            }
            Note note = new Note(
                    read.id(),
                    read.kind(),
                    read.content(),
                    read.made().act(),
                    Optional.ofNullable(read.undone()).map(ActLine::act),
                    read.applied());
            if (!note.id().equals(note.idOfContent())) {
                throw TernException.user("its id is not " + note.idOfContent() + ", the id of its content");
            }
            EditNotes.edit(note);
            return note;
        } catch (JsonProcessingException e) {
            throw unreadable(e.getOriginalMessage(), line, e);
        } catch (DateTimeException | TernException e) {
            throw unreadable(String.valueOf(e.getMessage()), line, e);
        }
    }

    private static TernException unreadable(String reason, String line, Exception cause) {
        return TernException.operator(
                "the graph has a note that this version of Tern cannot read: "
                        + TextTruncation.withEllipsis(reason, MAX_SHOWN_LENGTH) + ": "
                        + TextTruncation.withEllipsis(line, MAX_SHOWN_LENGTH),
                cause);
    }
}
