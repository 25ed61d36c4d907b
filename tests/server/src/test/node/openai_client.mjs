// Uses a server with OpenAI's client for Node, and prints the answers as JSON.
import { createRequire } from "node:module";

const [modules, address, key] = process.argv.slice(2);
const OpenAI = createRequire(modules + "/")("openai").default;
const client = new OpenAI({ baseURL: address + "/v1", apiKey: key, maxRetries: 0 });
const stranger = new OpenAI({ baseURL: address + "/v1", apiKey: "no-key-of-this-server-at-all", maxRetries: 0 });
const QUESTION = { role: "user", content: "Which bridge did Emil Marr's daughter build?" };
const FOLLOW_UP = [
  { role: "system", content: "Answer in verse." },
  { role: "user", content: "Who is the daughter of Emil Marr?" },
  { role: "assistant", content: "Lena Marr is." },
  { role: "user", content: [{ type: "text", text: "what did she build?" }] },
];
const IMAGE = { type: "image_url", image_url: { url: "https://example.org/bridge.png" } };

function citation({ url_citation: cited }) {
  return { start: cited.start_index, end: cited.end_index, title: cited.title, url: cited.url };
}

async function whole(messages, more) {
  const completion = await client.chat.completions.create({ model: "bridges", messages, ...more });
  const choice = completion.choices[0];
  return {
    object: completion.object,
    content: choice.message.content,
    finish: choice.finish_reason,
    citations: choice.message.annotations.map(citation),
    total: completion.usage.total_tokens,
    tern: completion.tern,
  };
}

async function streamed(messages) {
  let content = "";
  let last;
  let usage;
  const stream = await client.chat.completions.create({
    model: "bridges:local",
    messages,
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0.7,
  });
  for await (const chunk of stream) {
    if (chunk.choices.length > 0) {
      content += chunk.choices[0].delta.content ?? "";
      last = chunk;
    }
    usage = chunk.usage?.total_tokens ?? usage;
  }
  return {
    object: last.object,
    content,
    finish: last.choices[0].finish_reason,
    annotations: last.choices[0].delta.annotations.length,
    total: usage,
    tern: last.tern,
  };
}

async function failure(asking) {
  try {
    await asking();
  } catch (e) {
    return {
      status: e.status,
      kind: e.constructor.name,
      code: e.code,
      type: e.type,
      message: e.error.message,
      id: Boolean(e.requestID),
    };
  }
  return {};
}

function ask(withClient, request) {
  return failure(() => withClient.chat.completions.create({ model: "bridges", messages: [QUESTION], ...request }));
}

const models = [];
for await (const model of client.models.list()) {
  models.push(model.id);
}
const image = [{ role: "user", content: [IMAGE] }];
console.log(
  JSON.stringify({
    models,
    model: (await client.models.retrieve("bridges:naive")).id,
    whole: await whole([QUESTION]),
    short: await whole([QUESTION], { max_completion_tokens: 3 }),
    followUp: await whole(FOLLOW_UP),
    streamed: await streamed(FOLLOW_UP),
    wrongKey: await ask(stranger, {}),
    noModel: await ask(client, { model: "bridges:best" }),
    hidden: await ask(client, { model: "secret" }),
    image: await ask(client, { messages: image }),
    streamedImage: await ask(client, { messages: image, stream: true }),
    several: await ask(client, { n: 2 }),
    noQuestion: await ask(client, { messages: [{ role: "system", content: "Be brief." }] }),
    noPath: await failure(() => client.moderations.create({ input: "Emil" })),
  }),
);
