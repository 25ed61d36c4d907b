"""Writes the unit vectors of texts by all-MiniLM-L6-v2, in half precision, in the order of the texts.

usage: label.py TEXTS MODEL_ONNX TOKENIZER_JSON OUTPUT.npy
"""
import sys

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

WINDOW, PIECES = 128, 2_048


def main(texts_file, model, tokenizer_file, output):
    tokenizer = Tokenizer.from_file(tokenizer_file)
    tokenizer.no_padding()
    tokenizer.enable_truncation(WINDOW)
    texts = [t for t in open(texts_file, encoding="utf-8").read().split("\n") if t]
    ids = [e.ids for e in tokenizer.encode_batch(texts)]
    session = onnxruntime.InferenceSession(model)
    names = [i.name for i in session.get_inputs()]
    order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
    vectors = np.zeros((len(ids), 384), np.float16)
    start = 0
    while start < len(order):
        length = len(ids[order[start]])
        end = start + 1
        while end < len(order) and len(ids[order[end]]) == length and (end - start) * length < PIECES:
            end += 1
        batch = np.array([ids[i] for i in order[start:end]], np.int64)
        given = {"input_ids": batch, "attention_mask": np.ones_like(batch), "token_type_ids": np.zeros_like(batch)}
        mean = session.run(None, {k: v for k, v in given.items() if k in names})[0].mean(axis=1)
        vectors[order[start:end]] = mean / np.linalg.norm(mean, axis=1, keepdims=True)
        start = end
    np.save(output, vectors)


if __name__ == "__main__":
    main(*sys.argv[1:])
