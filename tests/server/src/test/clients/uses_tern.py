"""Uses a server with OpenAPI Generator's Python client, and prints the answers as JSON."""

import json
import sys
import time

import openapi_client
from openapi_client import Documents, DocumentsDocumentsInner, Filter, NewEdit, Question

ADDRESS, KEY = sys.argv[1:3]
GRAPH = "bridges"
ASKED = "Which bridge did Emil Marr's daughter build?"
MOMENT = {"instant": "2020-02-20T20:20:20Z"}
METADATA = {"author": "Ada Quill", "year": 1912, "height": 2.5, "open": True, "seen": MOMENT}

client = openapi_client.ApiClient(openapi_client.Configuration(host=ADDRESS, access_token=KEY))
documents = openapi_client.DocumentsApi(client)
graphs = openapi_client.GraphsApi(client)
questions = openapi_client.QuestionsApi(client)
told = {}


def ended(job):
    while job.state in ("waiting", "running"):
        time.sleep(0.05)
        job = documents.job(GRAPH, job.id)
    return job.state


def ids(answer):
    return [passage.document_id for passage in answer.passages]


lena = DocumentsDocumentsInner(id="lena", title="Lena Marr", text="Lena Marr, Emil Marr's daughter, built the Vale bridge.")
emil = DocumentsDocumentsInner(id="emil", text="Emil Marr taught in Halden.", metadata=METADATA)
added = documents.add_documents(GRAPH, Documents(documents=[lena, emil]))
uploaded = documents.upload("notes.md", GRAPH, b"Tove Lind painted the lighthouse of Skarv.")
told["ends"] = [ended(added), ended(uploaded)]

answer = questions.ask(GRAPH, Question(question=ASKED, mode="local"))
told |= {"answer": answer.answer.text, "mode": answer.mode, "passages": ids(answer)}
since = Filter(name="year", var_is=">=", value=1900)
both = Filter(var_and=[since, Filter(var_not=Filter(name="draft", var_is="exists"))])
told["filtered"] = ids(questions.retrieve(GRAPH, Question(question="Marr", filter=both)))
seen = Filter(name="seen", var_is="in", value=[MOMENT, "never"])
told["seen"] = ids(questions.retrieve(GRAPH, Question(question="Marr", filter=seen)))

told["graphs"] = graphs.graphs().graphs
year = json.dumps({"name": "year", "is": "=", "value": 1912})
told["listed"] = [each.id for each in documents.documents(GRAPH, filter=year).documents]
told["metadata"] = documents.passages("emil", GRAPH).passages[0].metadata
told["exported"] = b"Vale bridge" in graphs.export_graph(GRAPH, format="jsonl")

split = NewEdit(act="split", entity="Emil Marr", name="Emil Marr of Halden", documents=["emil"])
told["edited"] = documents.edit(GRAPH, split).edit.text

# An answer as a stream of events.
response = questions.ask_stream_without_preload_content(GRAPH, Question(question=ASKED))
lines = (line.decode() for line in response)
told["events"] = [line.removeprefix("event: ").strip() for line in lines if line.startswith("event: ")]

try:
    questions.ask("unknown", Question(question=ASKED))
except openapi_client.ApiException as e:
    problem = openapi_client.Problem.from_json(e.body)
    told |= {"status": e.status, "problem": [problem.type, problem.title, problem.detail]}
print(json.dumps(told))
