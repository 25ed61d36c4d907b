package dev.tern.models;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.io.InputStream;

/** The description of an encoder that ONNX Runtime runs in this process. */
interface NetworkEncoder extends SentenceEncoder {
    Pooling pooling();

    /** Loads the network into ONNX Runtime. */
    OrtSession session(OrtEnvironment environment, OrtSession.SessionOptions options) throws OrtException, IOException;

    /** Opens the tokenizer file; the caller closes it. */
    InputStream tokenizer() throws IOException;

    /** Returns advice for the user if loading fails, as the last part of a sentence. */
    String advice();
}
