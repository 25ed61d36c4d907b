// Uses a server with OpenAPI Generator's TypeScript client, and prints the answers as JSON.
import {
  type Answer,
  Configuration,
  DocumentsApi,
  type Filter,
  GraphsApi,
  type Job,
  type NewEdit,
  ProblemFromJSON,
  QuestionsApi,
  ResponseError,
} from "./tern-typescript";

declare const process: { argv: string[] };

const [address, key] = process.argv.slice(2);
const graph = "bridges";
const asked = "Which bridge did Emil Marr's daughter build?";
const moment = { instant: "2020-02-20T20:20:20Z" };

const configuration = new Configuration({ basePath: address, accessToken: key });
const documents = new DocumentsApi(configuration);
const graphs = new GraphsApi(configuration);
const questions = new QuestionsApi(configuration);

async function ended(sent: Job): Promise<string> {
  let job = sent;
  while (job.state === "waiting" || job.state === "running") {
    await new Promise((resolve) => setTimeout(resolve, 50));
    job = await documents.job({ graph, job: job.id });
  }
  return job.state;
}

function ids(answer: Answer): string[] {
  return answer.passages.map((passage) => passage.documentId);
}

/** Returns the names of the events of a streamed answer. */
async function events(): Promise<string[]> {
  const streamed = await questions.askStreamRaw({ graph, question: { question: asked } });
  const reader = streamed.raw.body!.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    said += piece.value;
  }
  return [...said.matchAll(/^event: (.*)$/gm)].map((found) => found[1]);
}

async function failure(): Promise<object> {
  try {
    await questions.ask({ graph: "unknown", question: { question: asked } });
  } catch (e) {
    if (e instanceof ResponseError) {
      const problem = ProblemFromJSON(await e.response.json());
      return { status: e.response.status, problem: [problem.type, problem.title, problem.detail] };
    }
  }
  return {};
}

async function main(): Promise<object> {
  const metadata = { author: "Ada Quill", year: 1912, height: 2.5, open: true, seen: moment };
  const added = await documents.addDocuments({
    graph,
    documents: {
      documents: [
        { id: "lena", title: "Lena Marr", text: "Lena Marr, Emil Marr's daughter, built the Vale bridge." },
        { id: "emil", text: "Emil Marr taught in Halden.", metadata },
      ],
    },
  });
  const notes = new Blob(["Tove Lind painted the lighthouse of Skarv."]);
  const uploaded = await documents.upload({ name: "notes.md", graph, body: notes });
  const ends = [await ended(added), await ended(uploaded)];
  const answer = await questions.ask({ graph, question: { question: asked, mode: "local" } });
  const both: Filter = {
    and: [{ name: "year", is: ">=", value: 1900 }, { not: { name: "draft", is: "exists" } }],
  };
  const seen: Filter = { name: "seen", is: "in", value: [moment, "never"] };
  const year = JSON.stringify({ name: "year", is: "=", value: 1912 });
  const split: NewEdit = { act: "split", entity: "Emil Marr", name: "Emil Marr of Halden", documents: new Set(["emil"]) };
  return {
    ends,
    answer: answer.answer?.text,
    mode: answer.mode,
    passages: ids(answer),
    filtered: ids(await questions.retrieve({ graph, question: { question: "Marr", filter: both } })),
    seen: ids(await questions.retrieve({ graph, question: { question: "Marr", filter: seen } })),
    graphs: (await graphs.graphs()).graphs,
    listed: (await documents.documents({ graph, filter: year })).documents.map((each) => each.id),
    metadata: (await documents.passages({ document: "emil", graph })).passages[0].metadata,
    exported: (await (await graphs.exportGraph({ graph, format: "jsonl" })).text()).includes("Vale bridge"),
    edited: (await documents.edit({ graph, newEdit: split })).edit.text,
    events: await events(),
    ...(await failure()),
  };
}

main().then((told) => console.log(JSON.stringify(told)));
