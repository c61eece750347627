import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type JsonObject, textAt } from "../kit/json.ts";
import { checkoutPage } from "./checkoutPage.ts";
import { CardsSimulator, type CardsSimulatorOptions, type Fault } from "./simulator.ts";
import { shown, type TransactionStatus } from "./transactions.ts";

export interface RunningCardsSimulator {
  url: string;
  simulator: CardsSimulator;
  close(): Promise<void>;
}

interface Call {
  method: string;
  path: string[];
  authorization: string | undefined;
  body: JsonObject;
  origin: string;
  simulator: CardsSimulator;
}

interface Reply {
  status: number;
  body: string;
  type?: string;
  location?: string;
  destroy?: boolean;
}

const maxBytes = 100_000;
const json = (status: number, body: object): Reply => ({ status, body: JSON.stringify(body) });
const refused = (status: number, message: string) => json(status, { status: false, message });
const done = (message: string, data: object) => json(200, { status: true, message, data });

/**
 * Starts a simulated card provider like Paystack with its hosted page, and a control surface under `/_sim/`.
 */
export async function startCardsSimulator(options: CardsSimulatorOptions): Promise<RunningCardsSimulator> {
  const simulator = new CardsSimulator(options);
  const host = options.host ?? "127.0.0.1";
  const server = createServer((request, response) => {
    void readCall(request, simulator)
      .then(answer)
      .catch(() => refused(400, "The request can't be read"))
      .then((reply) => write(response, reply));
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(options.port, host, listening);
  });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    simulator,
    close: async () => {
      const closed = new Promise<void>((end) => server.close(() => end()));
      server.closeAllConnections();
      await closed;
      simulator.close();
    },
  };
}

async function readCall(request: IncomingMessage, simulator: CardsSimulator): Promise<Call> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error("too large");
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString();
  const isForm = /urlencoded/.test(request.headers["content-type"] ?? "");
  const parsed: unknown = isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text || "{}");
  return {
    method: request.method ?? "GET",
    path: (request.url ?? "/").split("?")[0]!.split("/").filter(Boolean).map(decodeURIComponent),
    authorization: request.headers.authorization,
    body: isObject(parsed) ? parsed : {},
    origin: `http://${request.headers.host}`,
    simulator,
  };
}

function answer(call: Call): Reply {
  const [first] = call.path;
  if (first === "_sim") return answerControl(call);
  if (first === "checkout") return answerCheckout(call);
  if (call.simulator.takeFault("http500")) return refused(500, "An error occurred");
  if (call.authorization !== `Bearer ${call.simulator.secretKey}`) return refused(401, "Invalid key");
  const reply = answerApi(call);
  return call.simulator.takeFault("drop-answer") ? { ...reply, destroy: true } : reply;
}

function answerApi({ method, path, body, simulator, origin }: Call): Reply {
  const what = `${method} ${path.slice(0, 2).join("/")}`;
  if (what === "POST transaction/initialize") {
    const amount = Number(body.amount);
    const email = textAt(body, "email");
    const reference = textAt(body, "reference") ?? "";
    if (!email || !Number.isInteger(amount) || amount <= 0) return refused(400, "Invalid Amount Sent");
    if (!/^[\w.=-]+$/.test(reference) || reference.includes("_")) return refused(400, "Invalid reference");
    const currency = textAt(body, "currency") ?? "NGN";
    const callbackUrl = textAt(body, "callback_url") ?? "";
    const cancelUrl = isObject(body.metadata) ? (textAt(body.metadata, "cancel_action") ?? "") : "";
    const opened = simulator.open({ reference, email, amount, currency, callbackUrl, cancelUrl });
    if (!opened) return refused(400, "Duplicate Transaction Reference");
    return done("Authorization URL created", {
      authorization_url: `${origin}/checkout/${opened.accessCode}`,
      access_code: opened.accessCode,
      reference,
    });
  }
  if (what === "GET transaction/verify") {
    const transaction = simulator.find(path[2] ?? "");
    if (!transaction) return refused(400, "Transaction reference not found.");
    const known = shown(transaction);
    return done("Verification successful", {
      ...known,
      ...(simulator.takeFault("wrong-amount") ? { amount: Math.round(known.amount / 100) } : {}),
    });
  }
  return refused(404, "Not found");
}

/** The hosted page; the payer's browser returns to the shop with the reference. */
function answerCheckout({ method, path, body, simulator }: Call): Reply {
  const transaction = simulator.findByCode(path[1] ?? "");
  if (!transaction) return { status: 404, type: "text/html", body: "<p>There is no such payment.</p>" };
  if (method !== "POST") return { status: 200, type: "text/html", body: checkoutPage(transaction) };
  const outcome = textAt(body, "outcome");
  if (outcome === "success" || outcome === "failed") simulator.complete(transaction, outcome);
  // A payer who cancels is redirected to the shop's cancel URL, without a reference.
  if (outcome === "abandoned" && transaction.cancelUrl)
    return { status: 303, body: "", location: transaction.cancelUrl };
  const back = new URL(transaction.callbackUrl);
  back.searchParams.set("trxref", transaction.reference);
  back.searchParams.set("reference", transaction.reference);
  return { status: 303, body: "", location: back.href };
}

const faultKinds: readonly string[] = [
  "lose",
  "double",
  "late",
  "forge",
  "http500",
  "drop-answer",
  "wrong-amount",
];

function answerControl({ method, path, body, simulator }: Call): Reply {
  const what = `${method} ${path[1]}`;
  if (what === "GET health") return json(200, { ok: true, service: "cards" });
  if (what === "GET ledger") return { status: 200, type: "application/x-ndjson", body: simulator.ledger() };
  if (what === "POST reset") {
    simulator.reset();
    return json(200, {});
  }
  if (what === "POST faults") {
    const kind = textAt(body, "kind") ?? "";
    if (!faultKinds.includes(kind)) return refused(400, `kind is one of ${faultKinds.join(", ")}`);
    simulator.addFault(kind as Fault, Number(body.count ?? 1));
    return json(200, {});
  }
  const transaction = simulator.find(textAt(body, "reference") ?? "");
  if (!transaction) return refused(404, "There is no such payment");
  if (what === "POST complete")
    simulator.complete(transaction, (textAt(body, "outcome") ?? "success") as TransactionStatus);
  else if (what === "POST events")
    simulator.about(textAt(body, "event") ?? "", transaction, isObject(body.data) ? body.data : {});
  else return refused(404, "Not found");
  return json(200, {});
}

function write(response: ServerResponse, reply: Reply): void {
  if (reply.destroy) {
    response.destroy();
    return;
  }
  response.writeHead(reply.status, {
    "content-type": `${reply.type ?? "application/json"}; charset=utf-8`,
    "cache-control": "no-store",
    ...(reply.location ? { location: reply.location } : {}),
  });
  response.end(reply.body);
}
