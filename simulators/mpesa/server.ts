import { randomBytes } from "node:crypto";
import {
  json,
  type RunningServer,
  type SimulatorReply,
  type SimulatorRequest,
  startHttpServer,
} from "../kit/httpServer.ts";
import { isObject, type JsonObject } from "../kit/json.ts";
import { pullTransactions, registerPull, registerUrls, simulatePayment } from "./c2b.ts";
import { control } from "./control.ts";
import { DarajaRefusal, envelope, internalError, invalidToken } from "./errors.ts";
import { askBalance, askTransaction, payOut, payOutV1, reverse } from "./initiated.ts";
import { type Merchant, merchantOfKey, requireProduct } from "./merchants.ts";
import { acknowledge, askPrompt, endPrompt, startPrompt } from "./prompts.ts";
import { DarajaSimulator, type DarajaSimulatorOptions } from "./simulator.ts";

export interface RunningDarajaSimulator extends RunningServer {
  simulator: DarajaSimulator;
}

type Operation = (simulator: DarajaSimulator, body: JsonObject, merchant: Merchant) => object;

const operations: Record<string, Operation> = {
  "/mpesa/stkpushquery/v1/query": askPrompt,
  "/mpesa/c2b/v1/registerurl": registerUrls("hash"),
  "/mpesa/c2b/v2/registerurl": registerUrls("mask"),
  "/mpesa/c2b/v1/simulate": simulatePayment,
  "/mpesa/c2b/v2/simulate": simulatePayment,
  "/mpesa/b2c/v1/paymentrequest": payOutV1,
  "/mpesa/b2c/v3/paymentrequest": payOut,
  "/mpesa/transactionstatus/v1/query": askTransaction,
  "/mpesa/accountbalance/v1/query": askBalance,
  "/mpesa/reversal/v1/request": reverse,
  "/pulltransactions/v1/register": registerPull,
  "/pulltransactions/v1/query": pullTransactions,
};
const pushPath = "/mpesa/stkpush/v1/processrequest";

/**
 * A simulator of Safaricom's Daraja with a control surface under `/_sim/` (docs/facts/mpesa-daraja.md §8).
 * Rejects when the port is taken.
 */
export async function startDarajaSimulator(options: DarajaSimulatorOptions): Promise<RunningDarajaSimulator> {
  const simulator = new DarajaSimulator(options);
  const server = await startHttpServer({
    port: simulator.options.port,
    host: simulator.options.host,
    answer: (request) => answer(simulator, request),
    failed(error) {
      if (error instanceof DarajaRefusal) return envelope(error);
      simulator.options.log("simulator failed", { error: String(error) });
      return envelope(internalError());
    },
  });
  return {
    ...server,
    simulator,
    async close() {
      await server.close();
      await simulator.close();
    },
  };
}

async function answer(simulator: DarajaSimulator, request: SimulatorRequest): Promise<SimulatorReply> {
  const { path, method } = request;
  if (path.startsWith("/_sim/")) return control(simulator, request, parse(request.body) ?? {});
  if (path === "/oauth/v1/generate") return giveToken(simulator, request);
  if (path !== pushPath && !operations[path])
    throw new DarajaRefusal(404, "404.001.01", "Resource not found");
  if (method !== "POST") throw new DarajaRefusal(405, "405.001", "Method Not Allowed");
  const token = simulator.tokens.get(request.authorization?.replace(/^Bearer /, "") ?? "");
  if (!token || token.expiresMs <= simulator.now()) throw invalidToken();
  requireProduct(simulator, token.merchant, path);
  const body = parse(request.body);
  if (!isObject(body)) throw new DarajaRefusal(400, "400.002.05", "Invalid Request Payload");
  if (path === pushPath) return push(simulator, body, token.merchant);
  return json(200, operations[path]!(simulator, body, token.merchant));
}

async function push(
  simulator: DarajaSimulator,
  body: JsonObject,
  merchant: Merchant,
): Promise<SimulatorReply> {
  const prompt = startPrompt(simulator, body, merchant);
  if (prompt.scenario === "before-ack") await endPrompt(simulator, prompt, "0");
  if (prompt.scenario === "drop-answer") return { status: 200, body: "", destroy: true };
  return json(200, acknowledge(prompt));
}

/** A new token for each request; its lifetime is a string, as practice has it. */
function giveToken(simulator: DarajaSimulator, request: SimulatorRequest): SimulatorReply {
  if (request.query.get("grant_type") !== "client_credentials")
    throw new DarajaRefusal(400, "400.008.02", "Invalid grant type passed");
  const basic = request.authorization?.replace(/^Basic /, "") ?? "";
  const [consumerKey = "", consumerSecret] = Buffer.from(basic, "base64").toString().split(":");
  const merchant = merchantOfKey(simulator, consumerKey);
  if (!merchant || merchant.consumerSecret !== consumerSecret)
    throw new DarajaRefusal(400, "400.008.01", "Invalid Authentication passed");
  const token = randomBytes(18).toString("base64url");
  simulator.tokens.set(token, { merchant, expiresMs: simulator.now() + 3_599_000 });
  return json(200, { access_token: token, expires_in: "3599" });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
