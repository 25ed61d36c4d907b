package dev.tern.store.milvus.schema;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** A row as the client returns it; a field that is missing or of another type is empty or 0. */
public record Row(Map<String, Object> fields) {
    public String text(String field) {
        return fields.get(field) instanceof String text ? text : "";
    }

    public int number(String field) {
        return fields.get(field) instanceof Number number ? number.intValue() : 0;
    }

    public List<String> texts(String field) {
        List<String> texts = new ArrayList<>();
        if (fields.get(field) instanceof List<?> values) {
            values.forEach(value -> texts.add(String.valueOf(value)));
        }
        return texts;
    }

    public JsonObject json(String field) {
        return fields.get(field) instanceof JsonObject json ? json : new JsonObject();
    }

    public float[] vector() {
        List<?> values = fields.get(Fields.VECTOR) instanceof List<?> list ? list : Collections.emptyList();
        float[] vector = new float[values.size()];
        for (int i = 0; i < vector.length; i++) {
            vector[i] = values.get(i) instanceof Number number ? number.floatValue() : Float.NaN;
        }
        return vector;
    }

    public static JsonArray array(float[] vector) {
        JsonArray array = new JsonArray(vector.length);
        for (float value : vector) {
            array.add(value);
        }
        return array;
    }

    public static JsonArray array(List<String> texts) {
        JsonArray array = new JsonArray(texts.size());
        texts.forEach(array::add);
        return array;
    }
}
