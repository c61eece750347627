import {
  json,
  type RunningServer,
  type SimulatorReply,
  type SimulatorRequest,
  startHttpServer,
} from "../kit/httpServer.ts";
import { isObject, type JsonObject, textAt } from "../kit/json.ts";
import {
  faultKinds,
  phoneStates,
  type SentSms,
  SmsSimulator,
  type SmsSimulatorOptions,
} from "./simulator.ts";

export interface RunningSmsSimulator extends RunningServer {
  simulator: SmsSimulator;
}

/**
 * A simulator of Africa's Talking (docs/facts/sms.md): any username, with the key
 * `test-sms-key-<username>`. Its control surface is below `/_sim/`: `POST callbacks` `{username, reports, incoming, optOuts}`,
 * `POST phones` `{number, state}`, `POST faults` `{kind, count, code}`, `POST incoming` `{username, from, to, text}`,
 * `POST opt-out` `{username, phone, senderId}`, `POST reset`, `GET messages?to=`, `GET health`.
 */
export async function startSmsSimulator(options: SmsSimulatorOptions): Promise<RunningSmsSimulator> {
  const simulator = new SmsSimulator(options);
  const server = await startHttpServer({
    port: options.port,
    host: options.host ?? "127.0.0.1",
    answer: (request) => answer(simulator, request),
    failed(error) {
      options.log?.("simulator failed", { error: String(error) });
      return { status: 500, body: "Internal error" };
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

async function answer(simulator: SmsSimulator, request: SimulatorRequest): Promise<SimulatorReply> {
  const { path, method, query } = request;
  if (path.startsWith("/_sim/")) return control(simulator, request);
  const form = new URLSearchParams(request.body);
  const username = form.get("username") ?? query.get("username") ?? "";
  if (username === "" || request.headers.apikey !== `test-sms-key-${username}`)
    return { status: 401, body: "The supplied authentication is invalid" };
  if (method === "GET" && path === "/version1/user")
    return json(200, { UserData: { balance: `KES ${(simulator.balanceCents / 100).toFixed(2)}` } });
  if (method === "POST" && path === "/version1/messaging") return send(simulator, username, form);
  return { status: 404, body: "The requested resource could not be found." };
}

const refused = (number: string, statusCode: number, status: string) =>
  json(201, {
    SMSMessageData: {
      Message: "Sent to 0/1 Total Cost: 0",
      Recipients: [{ statusCode, number, status, cost: "0", messageId: "None" }],
    },
  });

const words: Readonly<Record<number, string>> = {
  401: "RiskHold",
  402: "InvalidSenderId",
  403: "InvalidPhoneNumber",
  404: "UnsupportedNumberType",
  405: "InsufficientBalance",
  406: "UserInBlacklist",
  407: "CouldNotRoute",
  500: "InternalServerError",
  501: "GatewayError",
  502: "RejectedByGateway",
};

async function send(
  simulator: SmsSimulator,
  username: string,
  form: URLSearchParams,
): Promise<SimulatorReply> {
  const [to, text, from] = [form.get("to") ?? "", form.get("message") ?? "", form.get("from") ?? ""];
  const fault = simulator.takeFault([
    "drop-call",
    "drop-answer",
    "busy",
    "http500",
    "refuse",
    "report-first",
  ]);
  if (fault?.kind === "drop-call") return { status: 200, body: "", destroy: true };
  if (fault?.kind === "busy") return { status: 429, body: "Too many requests" };
  if (fault?.kind === "http500") return { status: 500, body: "Internal error" };
  if (fault?.kind === "refuse") return refused(to, fault.code, words[fault.code] ?? "InternalServerError");
  if (text === "") return { status: 400, body: "Request is missing required form field 'message'" };
  if (from !== "" && !/^[A-Za-z0-9]{1,11}$/.test(from)) return refused(to, 402, words[402]!);
  if (!/^\+\d{7,15}$/.test(to)) return refused(to, 403, words[403]!);
  if (simulator.phones.get(to) === "blocked") return refused(to, 406, words[406]!);
  if (simulator.balanceCents <= 0) return refused(to, 405, words[405]!);
  const sms = simulator.accept({ username, to, from, text });
  const delivery = simulator.deliver(sms);
  simulator.later(delivery);
  if (fault?.kind === "report-first") await delivery;
  if (fault?.kind === "drop-answer") return { status: 200, body: "", destroy: true };
  return json(201, sentReply(sms));
}

const sentReply = ({ id, to, cost, parts }: SentSms) => ({
  SMSMessageData: {
    Message: `Sent to 1/1 Total Cost: ${cost}`,
    Recipients: [
      { statusCode: 101, number: to, status: "Success", cost, messageId: id, messageParts: parts },
    ],
  },
});

async function control(simulator: SmsSimulator, request: SimulatorRequest): Promise<SimulatorReply> {
  const { method, path, query } = request;
  const body = parse(request.body || "{}");
  const text = (key: string) => textAt(body, key) ?? "";
  switch (`${method} ${path}`) {
    case "GET /_sim/health":
      return json(200, { ok: true, service: "sms" });
    case "GET /_sim/messages": {
      const to = query.get("to");
      const all = [...simulator.sent.values()];
      return json(200, { messages: to ? all.filter((sms) => sms.to === to) : all });
    }
    case "POST /_sim/callbacks": {
      const [reports, incoming, optOuts] = [text("reports"), text("incoming"), text("optOuts")];
      simulator.callbacks.set(text("username"), { reports, incoming, optOuts });
      return json(200, { ok: true });
    }
    case "POST /_sim/phones":
      return setPhone(simulator, text("number"), text("state"));
    case "POST /_sim/faults":
      return addFault(simulator, body);
    case "POST /_sim/incoming":
      await simulator.post(text("username"), "incoming", {
        ...{ id: `in_${simulator.clock.now()}`, from: text("from"), to: text("to"), text: text("text") },
        date: new Date(simulator.clock.now()).toISOString(),
      });
      return json(200, { ok: true });
    case "POST /_sim/opt-out":
      await simulator.post(text("username"), "optOuts", {
        senderId: text("senderId"),
        phoneNumber: text("phone"),
      });
      return json(200, { ok: true });
    case "POST /_sim/reset":
      simulator.reset();
      return json(200, { ok: true });
    default:
      return json(404, { ok: false });
  }
}

async function setPhone(simulator: SmsSimulator, number: string, wanted: string): Promise<SimulatorReply> {
  const state = phoneStates.find((one) => one === wanted);
  if (!state) return json(400, { ok: false, message: `state is one of ${phoneStates.join(", ")}` });
  if (state === "on") await simulator.switchOn(number);
  else simulator.phones.set(number, state);
  return json(200, { ok: true });
}

function addFault(simulator: SmsSimulator, body: JsonObject): SimulatorReply {
  const kind = faultKinds.find((one) => one === textAt(body, "kind"));
  if (!kind) return json(400, { ok: false, message: `kind is one of ${faultKinds.join(", ")}` });
  const [count, code] = [textAt(body, "count") ?? "1", textAt(body, "code") ?? "500"];
  simulator.faults.push({ kind, count: Number(count), code: Number(code) });
  return json(200, { ok: true });
}

function parse(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as unknown;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
