"""Measures Tern's embedding against ONNX Runtime alone; run by bench/embedding.sh.

    embedding.py FOLDER TEXTS ROUNDS WORK JAVA...    FOLDER in BEIR's layout, with triplets

Each round is a warm process on all processors. Tern also tokenises the texts and pools the vectors;
the runtime gets token ids, one text per call on as many threads, and in batches of one length.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

WINDOW = 128


def texts_of(folder, count):
    """Returns the texts that an ingestion embeds: passages, statements and names, each once."""
    found = {}
    with open(folder / "corpus.jsonl", encoding="utf-8") as lines:
        for line in lines:
            passage = json.loads(line)
            found[f"{passage['title']}\n{passage['text']}"] = True
            for triplet in passage.get("metadata", {}).get("triplets", []):
                found[" ".join(triplet)] = True
                found[triplet[0]] = found[triplet[-1]] = True
    texts = [" ".join(text.split()) for text in found if text.strip()]
    random.Random(1).shuffle(texts)
    return texts[:count]


def run_alone(work, batch):
    """Runs one round of the runtime alone."""
    import numpy
    import onnxruntime
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(work / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(WINDOW)
    texts = (work / "texts.txt").read_text(encoding="utf-8").splitlines()
    ids = sorted((encoding.ids for encoding in tokenizer.encode_batch(texts)), key=len, reverse=True)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(work / "model.onnx"), options, providers=["CPUExecutionProvider"])
    names = [given.name for given in session.get_inputs()]

    def feed(some):
        width = max(map(len, some))
        pieces = numpy.zeros((len(some), width), dtype=numpy.int64)
        mask = numpy.zeros_like(pieces)
        for row, one in enumerate(some):
            pieces[row, : len(one)] = one
            mask[row, : len(one)] = 1
        by_name = {"input_ids": pieces, "attention_mask": mask, "token_type_ids": numpy.zeros_like(pieces)}
        return {name: by_name[name] for name in names}

    feeds = [feed(ids[start : start + batch]) for start in range(0, len(ids), batch)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        seconds = 0.0
        for _ in range(2):
            start = time.perf_counter()
            list(pool.map(lambda given: session.run(None, given), feeds))
            seconds = time.perf_counter() - start
    # Counts tokens like Tern, without the marks around each text.
    print(json.dumps({"tokens": sum(map(len, ids)) - 2 * len(ids), "seconds": round(seconds, 3)}))


def main():
    if sys.argv[1] == "alone":
        run_alone(Path(sys.argv[2]), int(sys.argv[3]))
        return
    folder, work = Path(sys.argv[1]), Path(sys.argv[4])
    texts = texts_of(folder, int(sys.argv[2]))
    (work / "texts.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    this = [sys.executable, __file__, "alone", str(work)]
    ways = {
        "Tern, from texts to vectors": sys.argv[5:] + ["embed", str(work / "texts.txt"), "all-MiniLM-L6-v2"],
        "Tern, by the table `static`": sys.argv[5:] + ["embed", str(work / "texts.txt"), "static"],
        "ONNX Runtime alone, one text a call": this + ["1"],
        "ONNX Runtime alone, 8 of about one length": this + ["8"],
        "ONNX Runtime alone, 32 of about one length": this + ["32"],
    }
    rates = {way: [] for way in ways}
    tokens = 0
    for _ in range(int(sys.argv[3])):
        for way, command in ways.items():
            said = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
            tokens = said["tokens"]
            rates[way].append(tokens / said["seconds"])
    print(f"{len(texts):,} texts, {tokens:,} word pieces, {sys.argv[3]} rounds by turns")
    print("| word pieces a second | median (least, most) |\n|---|---|")
    for way, some in rates.items():
        print(f"| {way} | {statistics.median(some):,.0f} ({min(some):,.0f}, {max(some):,.0f}) |")


main()
