"""Runs one round of vector-graph-rag for PeerBenchmark: python peer.py FOLDER STORE; prints JSON."""

import json
import re
import sys
import time
from pathlib import Path

import numpy as np
from vector_graph_rag import VectorGraphRAG
from vector_graph_rag.config import Settings

DIMENSION = 384
PASSAGES = 5
WARM_UP = 200


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


def key(text: str) -> str:
    return " ".join(re.sub("[^a-z0-9 ]", " ", text.lower()).split())


def lines(file: Path):
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def main(folder: Path, store: str):
    rag = VectorGraphRAG(
        settings=Settings(
            openai_api_key="none",
            embedding_provider="openai",
            embedding_dimension=DIMENSION,
            milvus_uri=store,
        )
    )
    rag._embedding_model._backend = PreparedVectors(folder)
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
    for way, retrieve in ways.items():
        for place in range(max(WARM_UP, len(names))):
            retrieve(list(names)[place % len(names)])
        millis = []
        for text in names:
            start = time.perf_counter()
            retrieve(text)
            millis.append(1000 * (time.perf_counter() - start))
        figures[way] = millis
    print(json.dumps(figures))


main(Path(sys.argv[1]), sys.argv[2])
