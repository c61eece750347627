import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { type Behaviour, behaviourBody, replyTo } from "./behaviours.ts";

const maxBodyBytes = 1024 * 1024;

export interface RunningModelSimulator {
  /** Base address without a trailing slash; `AI_BASE_URL` is this with `/v1`. */
  url: string;
  close(): Promise<void>;
}

interface State {
  behaviour: Behaviour;
  /** The number of responses that behave so; then it is honest again. */
  left: number;
  ledger: { at: string; model: string; question: string; behaviour: Behaviour["kind"] }[];
}

const honest = (): State => ({ behaviour: { kind: "honest" }, left: Number.POSITIVE_INFINITY, ledger: [] });
const keptCalls = 1000;

/**
 * Starts a stand-in for an OpenAI-compatible endpoint (`POST /v1/chat/completions`), with a control surface:
 * `POST /_sim/behaviour` `{kind, count?, ms?, content?}`, `POST /_sim/reset`, `GET /_sim/ledger`, `GET /_sim/health`.
 */
export async function startModelSimulator(options: { port?: number } = {}): Promise<RunningModelSimulator> {
  let state = honest();
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request);
    switch (`${request.method} ${request.url}`) {
      case "GET /_sim/health":
        return json(response, 200, { ok: true, service: "llm" });
      case "POST /_sim/reset":
        state = honest();
        return json(response, 200, { ok: true });
      case "POST /_sim/behaviour": {
        const wanted = behaviourBody.safeParse(body);
        if (!wanted.success)
          return json(response, 400, { error: { message: z.prettifyError(wanted.error) } });
        state.behaviour = wanted.data;
        state.left = wanted.data.count ?? Number.POSITIVE_INFINITY;
        return json(response, 200, { ok: true });
      }
      case "GET /_sim/ledger":
        return json(response, 200, { calls: state.ledger });
      case "POST /v1/chat/completions":
        return complete(body, response);
      default:
        return json(response, 404, { error: { message: "No such call." } });
    }
  }
  async function complete(body: unknown, response: ServerResponse): Promise<void> {
    const behaviour: Behaviour = state.left > 0 ? state.behaviour : { kind: "honest" };
    state.left -= 1;
    const { status, question, content, waitMs } = replyTo(body, behaviour);
    state.ledger = [
      ...state.ledger.slice(1 - keptCalls),
      { at: new Date().toISOString(), model: modelOf(body), question, behaviour: behaviour.kind },
    ];
    if (waitMs > 0) await waitUnlessClosed(response, waitMs);
    if (status !== 200) return json(response, status, { error: { message: content, type: "server_error" } });
    json(response, 200, completion(modelOf(body), JSON.stringify(body), content));
  }
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(options.port ?? 0, "127.0.0.1", listening);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
    },
  };
}

const modelOf = (body: unknown) => String((body as { model?: unknown } | null)?.model ?? "");

/** About four letters to a token, as in the usual tokenizers. */
const tokensOf = (text: string) => Math.ceil(text.length / 4);

const completion = (model: string, question: string, content: string) => ({
  id: "chatcmpl-simulated",
  object: "chat.completion",
  created: Math.floor(Date.now() / 1000),
  model,
  choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
  usage: {
    prompt_tokens: tokensOf(question),
    completion_tokens: tokensOf(content),
    total_tokens: tokensOf(question) + tokensOf(content),
  },
});

function waitUnlessClosed(response: ServerResponse, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return null;
  }
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
