"""Fits a table of word pieces to the vectors of a sentence encoder, and writes it for Tern.

The vector of a text is the sum of the rows of its word pieces, scaled to unit length. The rows start
as the teacher's vectors of single pieces, weighted by rarity (Arora et al., 2017: a / (a + p)). Adam
(Kingma and Ba, 2015) then fits them to the teacher's vectors of whole texts, projected to their first
256 principal directions, and to the teacher's order of similarities within batches of related texts.

usage: fit.py TEXTS VECTORS.npy TOKENIZER_JSON OUTPUT
"""
import sys

import numpy as np
from tokenizers import Tokenizer

DIMENSION, WINDOW, HELD_OUT, BATCH, EPOCHS, RARITY = 256, 126, 4_000, 1_024, 6, 1e-3
CLUSTERS, GROUP, TEMPERATURE, ORDER_WEIGHT, RATE = 1_500, 128, 0.05, 0.1, 0.01


def unit(vectors):
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


def softmax(vectors):
    """Returns the softmax of each text's similarities to the others."""
    scores = vectors @ vectors.T / TEMPERATURE
    np.fill_diagonal(scores, -np.inf)
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return scores / scores.sum(axis=1, keepdims=True)


class Bags:
    """Texts as lists of word pieces."""

    def __init__(self, ids):
        self.lengths = np.array([len(i) for i in ids])
        self.starts = np.cumsum(self.lengths) - self.lengths
        self.pieces = np.concatenate(ids)

    def flat(self, chosen):
        """Returns the pieces of some texts, one after the other, and where each text starts."""
        lengths = self.lengths[chosen]
        starts = np.cumsum(lengths) - lengths
        places = np.arange(lengths.sum()) - np.repeat(starts, lengths) + np.repeat(self.starts[chosen], lengths)
        return self.pieces[places], starts, np.repeat(np.arange(len(chosen)), lengths)


def batches(clusters, rng):
    """Returns batches of groups of texts, each group from one cluster."""
    order = np.lexsort((rng.random(len(clusters)), clusters))
    groups = [order[i:i + GROUP] for i in range(0, len(order), GROUP)]
    rng.shuffle(groups)
    per = BATCH // GROUP
    return [np.concatenate(groups[i:i + per]) for i in range(0, len(groups), per)]


def initial(ids, target, counts):
    rows = np.zeros((len(counts), DIMENSION), np.float32)
    for i, pieces in enumerate(ids):
        if len(pieces) == 1:
            rows[pieces[0]] = target[i]
    missing = (np.linalg.norm(rows, axis=1) == 0) & (counts > 0)
    for i, pieces in enumerate(ids):
        if 1 < len(pieces) <= 4:
            for piece in pieces:
                if missing[piece]:
                    rows[piece] += target[i]
    seen = np.linalg.norm(rows, axis=1) > 0
    rows[seen] = unit(unit(rows[seen]) - unit(rows[seen]).mean(axis=0))
    return rows * (RARITY / (RARITY + counts / counts.sum()))[:, None].astype(np.float32)


def gradient(sums, target, teacher):
    """Returns the gradient of the loss by the sums: 1 - cosine, and the divergence of orders."""
    lengths = np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
    made = sums / lengths
    apart = (softmax(made) - softmax(teacher)) / TEMPERATURE
    step = (ORDER_WEIGHT * (apart + apart.T) @ made - target) / len(sums)
    return (step - (step * made).sum(axis=1, keepdims=True) * made) / lengths


def main(texts_file, vectors_file, tokenizer_file, output):
    rng = np.random.default_rng(51)
    tokenizer = Tokenizer.from_file(tokenizer_file)
    tokenizer.no_padding()
    tokenizer.enable_truncation(WINDOW)
    texts = [t for t in open(texts_file, encoding="utf-8").read().split("\n") if t]
    ids = [np.array(e.ids, dtype=np.int32) for e in tokenizer.encode_batch(texts, add_special_tokens=False)]
    used = np.array([len(i) > 0 for i in ids])
    ids = [i for i in ids if len(i)]
    teacher = np.load(vectors_file)[used].astype(np.float32)
    directions = np.linalg.eigh(teacher.T @ teacher)[1][:, ::-1][:, :DIMENSION]
    target = unit(teacher @ directions)
    bags = Bags(ids)
    counts = np.bincount(bags.pieces, minlength=tokenizer.get_vocab_size())
    rows = initial(ids, target, counts)

    order = rng.permutation(len(ids))
    held, train = order[:HELD_OUT], order[HELD_OUT:]
    centres = teacher[rng.choice(train, CLUSTERS, replace=False)]
    clusters = np.concatenate([(teacher[part] @ centres.T).argmax(axis=1) for part in np.array_split(train, 100)])

    def sums(chosen):
        pieces, starts, owners = bags.flat(chosen)
        return np.add.reduceat(rows[pieces], starts), pieces, owners

    def report(epoch):
        made = unit(sums(held)[0])
        near = []
        for vectors in (made, teacher[held]):
            scores = vectors @ vectors.T
            np.fill_diagonal(scores, -1)
            near.append(np.argpartition(-scores, 10, axis=1)[:, :10])
        shared = (near[0][:, :, None] == near[1][:, None, :]).any(axis=2).mean()
        print(f"epoch {epoch}: held-out cosine {(made * target[held]).sum(axis=1).mean():.4f},"
              f" shared among 10 neighbours {shared:.4f}", flush=True)

    report(0)
    mean, square, step = np.zeros_like(rows), np.zeros_like(rows), 0
    for epoch in range(EPOCHS):
        plan = batches(clusters, rng)
        for batch in plan:
            chosen = train[batch]
            vectors, pieces, owners = sums(chosen)
            by_piece = np.argsort(pieces, kind="stable")
            touched, starts = np.unique(pieces[by_piece], return_index=True)
            change = np.add.reduceat(gradient(vectors, target[chosen], teacher[chosen])[owners[by_piece]], starts)
            step += 1
            mean[touched] = 0.9 * mean[touched] + 0.1 * change
            square[touched] = 0.999 * square[touched] + 0.001 * change ** 2
            rate = RATE * (1 - step / (EPOCHS * len(plan) + 1)) * np.sqrt(1 - 0.999 ** step) / (1 - 0.9 ** step)
            rows[touched] -= rate * mean[touched] / (np.sqrt(square[touched]) + 1e-8)
        report(epoch + 1)
    write(tokenizer, rows, output)


def write(tokenizer, rows, output):
    """Writes the pieces, a scale for each, and its row in signed bytes; numbers are big-endian."""
    names = "\n".join(tokenizer.id_to_token(i) for i in range(len(rows))).encode("utf-8")
    scales = np.abs(rows).max(axis=1) / 127
    numbers = np.rint(rows / np.maximum(scales, 1e-12)[:, None]).astype(np.int8)
    with open(output, "wb") as file:
        file.write(len(names).to_bytes(4, "big") + names + scales.astype(">f4").tobytes() + numbers.tobytes())


if __name__ == "__main__":
    main(*sys.argv[1:])
