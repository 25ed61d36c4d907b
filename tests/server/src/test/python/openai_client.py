"""Uses a server with OpenAI's Python client, and prints the parsed answers as JSON."""

import json
import sys

import openai

address, key = sys.argv[1], sys.argv[2]
client = openai.OpenAI(base_url=address + "/v1", api_key=key, max_retries=0)
QUESTION = {"role": "user", "content": "Which bridge did Emil Marr's daughter build?"}
FOLLOW_UP = [
    {"role": "system", "content": "Answer in verse."},
    {"role": "user", "content": "Who is the daughter of Emil Marr?"},
    {"role": "assistant", "content": "Lena Marr is."},
    {"role": "user", "content": [{"type": "text", "text": "what did she build?"}]},
]


def citation(annotation):
    cited = annotation.url_citation
    return {"start": cited.start_index, "end": cited.end_index, "title": cited.title, "url": cited.url}


def whole(messages, **more):
    completion = client.chat.completions.create(model="bridges", messages=messages, **more)
    choice = completion.choices[0]
    return {
        "object": completion.object,
        "content": choice.message.content,
        "finish": choice.finish_reason,
        "citations": [citation(each) for each in choice.message.annotations],
        "total": completion.usage.total_tokens,
        "tern": completion.model_extra["tern"],
    }


def streamed(messages):
    content, last, usage, pieces = "", None, None, 0
    stream = client.chat.completions.create(
        model="bridges:local", messages=messages, stream=True, stream_options={"include_usage": True}, temperature=0.7
    )
    for chunk in stream:
        pieces += 1
        if chunk.choices:
            content += chunk.choices[0].delta.content or ""
            last = chunk
        if chunk.usage:
            usage = chunk.usage.total_tokens
    return {
        "object": last.object,
        "content": content,
        "finish": last.choices[0].finish_reason,
        "annotations": len(last.choices[0].delta.annotations),
        "total": usage,
        "tern": last.model_extra["tern"],
    }


def responded():
    response = client.responses.create(model="bridges", input=QUESTION["content"])
    cited = response.output[0].content[0].annotations[0]
    return {"text": response.output_text, "status": response.status, "title": cited.title}


def response_streamed():
    text, last = "", None
    for event in client.responses.create(model="bridges:local", input=FOLLOW_UP, stream=True):
        text += event.delta if event.type == "response.output_text.delta" else ""
        last = event
    return {"text": text, "type": last.type, "whole": last.response.output_text}


def embedded():
    made = client.embeddings.create(model="bridges", input=["a bridge", "a pier"])
    return {"vectors": len(made.data), "numbers": len({len(each.embedding) for each in made.data})}


def failure(asking):
    try:
        asking()
    except openai.APIStatusError as e:
        return {
            "status": e.status_code,
            "kind": type(e).__name__,
            "code": e.code,
            "type": e.type,
            "message": e.body["message"],
            "id": bool(e.request_id),
        }
    return {}


def ask(with_client, **request):
    return lambda: with_client.chat.completions.create(**{"model": "bridges", "messages": [QUESTION], **request})


IMAGE = {"type": "image_url", "image_url": {"url": "https://example.org/bridge.png"}}
stranger = openai.OpenAI(base_url=address + "/v1", api_key="no-key-of-this-server-at-all", max_retries=0)
print(
    json.dumps(
        {
            "models": [model.id for model in client.models.list()],
            "model": client.models.retrieve("bridges:naive").id,
            "whole": whole([QUESTION]),
            "short": whole([QUESTION], max_completion_tokens=3),
            "followUp": whole(FOLLOW_UP),
            "streamed": streamed(FOLLOW_UP),
            "responded": responded(),
            "responseStreamed": response_streamed(),
            "embedded": embedded(),
            "wrongKey": failure(ask(stranger)),
            "noModel": failure(ask(client, model="bridges:best")),
            "hidden": failure(ask(client, model="secret")),
            "image": failure(ask(client, messages=[{"role": "user", "content": [IMAGE]}])),
            "streamedImage": failure(ask(client, messages=[{"role": "user", "content": [IMAGE]}], stream=True)),
            "several": failure(ask(client, n=2)),
            "noQuestion": failure(ask(client, messages=[{"role": "system", "content": "Be brief."}])),
            "noPath": failure(lambda: client.moderations.create(input="Emil")),
        }
    )
)
