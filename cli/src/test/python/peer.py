"""Runs one round of vector-graph-rag for PeerBenchmark: python peer.py FOLDER STORE ENCODER; prints JSON."""

import json
import re
import sys
import time
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer
from vector_graph_rag import VectorGraphRAG
from vector_graph_rag.config import Settings

DIMENSION = 384
PASSAGES = 5
WARM_UP = 200
TOKENS = 128
BATCH = 32


class PreparedVectors:
    """Vectors of the words of a text, in place of an embedding model."""

    dimension = DIMENSION

    def __init__(self, folder: Path):
        keys = (folder / "keys.txt").read_text(encoding="utf-8").splitlines()
        self.places = {key: place for place, key in enumerate(keys)}
        self.vectors = np.memmap(folder / "vectors.f32", dtype="<f4", mode="r").reshape(-1, DIMENSION)

    def encode(self, texts, text_type="query"):
        texts = [texts] if isinstance(texts, str) else texts
        return self.vectors[[self.places[key(text)] for text in texts]]


class MiniLm:
    """The model of Tern in ONNX Runtime; as in sentence-transformers, texts of like length share a batch."""

    dimension = DIMENSION

    def __init__(self, folder: Path):
        self.session = onnxruntime.InferenceSession(str(folder / "model.onnx"))
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(TOKENS)
        self.tokenizer.enable_padding()

    def encode(self, texts, text_type="query"):
        texts = [texts] if isinstance(texts, str) else texts
        vectors = np.empty((len(texts), DIMENSION), dtype=np.float32)
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            tokens = self.tokenizer.encode_batch([texts[place] for place in batch])
            mask = np.array([text.attention_mask for text in tokens], dtype=np.int64)
            inputs = {
                "input_ids": np.array([text.ids for text in tokens], dtype=np.int64),
                "attention_mask": mask,
                "token_type_ids": np.zeros_like(mask),
            }
            states = self.session.run(None, inputs)[0]
            means = (states * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1)[:, None]
            vectors[batch] = means / np.linalg.norm(means, axis=1)[:, None]
        return vectors


def key(text: str) -> str:
    return " ".join(re.sub("[^a-z0-9 ]", " ", text.lower()).split())


def lines(file: Path):
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def main(folder: Path, store: str, encoder: str):
    rag = VectorGraphRAG(
        settings=Settings(
            openai_api_key="none",
            embedding_provider="openai",
            embedding_dimension=DIMENSION,
            milvus_uri=store,
        )
    )
    rag._embedding_model._backend = PreparedVectors(folder) if encoder == "prepared" else MiniLm(folder)
    rag._embedding_model._dimension = DIMENSION
    documents = [
        {
            "id": document["_id"],
            "passage": "\n".join(part for part in (document["title"], document["text"]) if part),
            "triplets": document["metadata"]["triplets"],
        }
        for document in lines(folder / "corpus.jsonl")
    ]
    start = time.perf_counter()
    rag.rebuild_documents_with_triplets(documents, show_progress=False)
    figures = {"ingest": time.perf_counter() - start}

    questions = lines(folder / "questions.jsonl")
    names = {question["text"]: question["names"] for question in questions}
    # Both get the names of a question, because this library would need a chat model to find them.
    rag._ensure_retriever()._extract_query_entities = names.__getitem__
    ways = {
        "graph": lambda text: rag.retrieve(text, use_reranking=False, top_k=PASSAGES),
        "naive": lambda text: rag.retrieve_naive(text, top_k=PASSAGES),
    }
    for way, retrieve in ways.items() if encoder == "prepared" else []:
        for place in range(max(WARM_UP, len(names))):
            retrieve(list(names)[place % len(names)])
        millis = []
        for text in names:
            start = time.perf_counter()
            retrieve(text)
            millis.append(1000 * (time.perf_counter() - start))
        figures[way] = millis
    print(json.dumps(figures))


main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
