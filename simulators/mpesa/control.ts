import { json, type SimulatorReply, type SimulatorRequest } from "../kit/httpServer.ts";
import { isObject, textAt } from "../kit/json.ts";
import { payByHand } from "./c2b.ts";
import { accountOf, merchantByNumber } from "./merchants.ts";
import { answerPrompt } from "./prompts.ts";
import { type Answer, answers, type Scenario, scenarios } from "./results.ts";
import type { DarajaSimulator } from "./simulator.ts";

const bad = (message: string) => json(400, { ok: false, message });

/** The surface under `/_sim/`: controls of the simulated phone company for tests and the handset. */
export async function control(
  simulator: DarajaSimulator,
  request: SimulatorRequest,
  body: unknown,
): Promise<SimulatorReply> {
  switch (`${request.method} ${request.path}`) {
    case "GET /_sim/health":
      return json(200, { ok: true, service: "daraja" });
    case "GET /_sim/certificate":
      return {
        status: 200,
        body: simulator.keys.publicKey.export({ type: "spki", format: "pem" }).toString(),
      };
    case "POST /_sim/reset":
      simulator.reset();
      return json(200, { ok: true });
    case "GET /_sim/ledger":
      return { status: 200, body: await simulator.ledger(), contentType: "application/x-ndjson" };
    case "GET /_sim/prompts":
      return json(200, { prompts: openPrompts(simulator, request.query.get("msisdn")) });
    case "POST /_sim/answer":
      return answerAsCustomer(simulator, body);
    case "POST /_sim/pay": {
      const payment = {
        number: textAt(body, "number"),
        msisdn: textAt(body, "msisdn") ?? "",
        amount: Number(textAt(body, "amount")),
        account: textAt(body, "account") ?? "",
      };
      if (!Number.isInteger(payment.amount) || payment.amount < 1) return bad("amount");
      return json(200, await payByHand(simulator, payment));
    }
    default:
      return arrange(simulator, request, body);
  }
}

/** What tests arrange: faults, balances and what an app may do. */
function arrange(simulator: DarajaSimulator, request: SimulatorRequest, body: unknown): SimulatorReply {
  const { state } = simulator;
  switch (`${request.method} ${request.path}`) {
    case "POST /_sim/faults": {
      const scenario = textAt(body, "kind") as Scenario;
      if (!scenarios.includes(scenario)) return bad(`kind is one of ${scenarios.join(", ")}`);
      state.faults.push({ scenario, count: Number(textAt(body, "count") ?? 1) });
      return json(200, { ok: true });
    }
    case "POST /_sim/balances":
      if (isObject(body)) Object.assign(state.balances, body);
      return json(200, state.balances);
    case "POST /_sim/products": {
      const { shortcode } = merchantByNumber(simulator, textAt(body, "number"));
      accountOf(simulator, shortcode).missingProducts = [textAt(body, "missing") ?? []].flat();
      return json(200, { ok: true });
    }
    case "POST /_sim/customers":
      state.customers[textAt(body, "msisdn") ?? ""] = Number(textAt(body, "balance"));
      return json(200, { ok: true });
    default:
      return json(404, { ok: false });
  }
}

function openPrompts(simulator: DarajaSimulator, msisdn: string | null) {
  return simulator.state.prompts
    .filter((one) => one.resultCode === undefined && (msisdn === null || one.msisdn === msisdn))
    .map(({ checkoutRequestId, msisdn: to, amount, accountReference, createdMs }) => ({
      checkoutRequestId,
      msisdn: to,
      amount,
      accountReference,
      createdAt: new Date(createdMs).toISOString(),
    }));
}

async function answerAsCustomer(simulator: DarajaSimulator, body: unknown): Promise<SimulatorReply> {
  const answer = textAt(body, "answer") ?? "";
  if (!Object.hasOwn(answers, answer)) return bad(`answer is one of ${Object.keys(answers).join(", ")}`);
  const taken = answerPrompt(simulator, textAt(body, "checkoutRequestId") ?? "", answer as Answer);
  await simulator.settled();
  return taken ? json(200, { ok: true }) : json(404, { ok: false, message: "No such prompt waits." });
}
