package dev.tern.models;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.io.InputStream;

/** Describes a sentence encoder and opens its files. */
interface SentenceEncoder {
    /** Returns the name that graphs store; encoders with different vectors have different names. */
    String modelName();

    Pooling pooling();

    /** Returns the maximum word pieces read, special tokens included. */
    int window();

    /** Returns the prefixes that the encoder was trained with, if known. */
    TextPrefixes prefixes();

    /** Returns the expected vector length; 0 if it is known only after loading. */
    int dimension();

    /** Loads the network into ONNX Runtime. */
    OrtSession session(OrtEnvironment environment, OrtSession.SessionOptions options) throws OrtException, IOException;

    /** Opens the tokenizer file; the caller closes it. */
    InputStream tokenizer() throws IOException;

    /** Returns the remedy if loading fails, as the end of a sentence after a colon. */
    String advice();
}
