import { randomBytes } from "node:crypto";
import {
  json,
  type RunningServer,
  type SimulatorReply,
  type SimulatorRequest,
  startHttpServer,
} from "../kit/httpServer.ts";
import { isObject, type JsonObject, textAt } from "../kit/json.ts";
import { type Result, saveSale } from "./sales.ts";
import { EtimsSimulator, type EtimsSimulatorOptions, type Fault, faultKinds } from "./simulator.ts";

export interface RunningEtimsSimulator extends RunningServer {
  simulator: EtimsSimulator;
}

/**
 * A simulator of KRA's eTIMS by OSCU (docs/facts/payments.md §1.1), with a control surface: `POST
 * /_sim/faults` `{kind, count?, code?, message?}`, `POST /_sim/reset`, `GET /_sim/ledger`, `GET
 * /_sim/health`.
 */
export async function startEtimsSimulator(options: EtimsSimulatorOptions): Promise<RunningEtimsSimulator> {
  const simulator = new EtimsSimulator(options);
  const server = await startHttpServer({
    port: options.port,
    host: options.host ?? "127.0.0.1",
    answer: async (request) => answer(simulator, request),
    failed(error) {
      options.log?.("simulator failed", { error: String(error) });
      return json(500, { resultCd: "999", resultMsg: "unknown error" });
    },
  });
  return {
    ...server,
    simulator,
    async close() {
      await server.close();
      simulator.close();
    },
  };
}

function answer(simulator: EtimsSimulator, request: SimulatorRequest): SimulatorReply {
  const { path, method } = request;
  if (path.startsWith("/_sim/")) return control(simulator, request);
  if (path === "/v1/token/generate") return giveToken(simulator, request);
  const body = parse(request.body);
  if (method !== "POST" || !body) return json(404, { resultCd: "912", resultMsg: "Request method error" });
  const token = request.authorization?.replace(/^Bearer /, "") ?? "";
  if ((simulator.tokens.get(token) ?? 0) <= simulator.clock.now())
    return json(401, { fault: { faultstring: "Invalid Access Token" } });
  const fault = path === "/saveTrnsSalesOsdc" ? simulator.takeFault() : undefined;
  return withFault(simulator, fault, () => operation(simulator, request, body));
}

function withFault(simulator: EtimsSimulator, fault: Fault | undefined, run: () => Result): SimulatorReply {
  const reply = (result: Result) => json(200, { ...result, resultDt: simulator.now() });
  switch (fault?.kind) {
    case "drop-call":
      return { status: 200, body: "", destroy: true };
    case "http500":
      return json(500, { resultCd: "894", resultMsg: "server error" });
    case "busy":
      return reply({ resultCd: "990", resultMsg: "The maximum number of calls is exceeded" });
    case "refuse":
      return reply({ resultCd: fault.code, resultMsg: fault.message });
    case "drop-answer":
      run();
      return { status: 200, body: "", destroy: true };
    case "unknown":
      run();
      return reply({ resultCd: "999", resultMsg: "An unknown error has occurred" });
    default:
      return reply(run());
  }
}

function operation(simulator: EtimsSimulator, { path, headers }: SimulatorRequest, body: JsonObject): Result {
  if (path === "/selectInitOsdcInfo") return setUpDevice(simulator, body);
  const { tin = "", bhfid = "" } = headers as Record<string, string | undefined>;
  const state = simulator.branchOf(tin, bhfid);
  if (!isPin.test(tin)) return { resultCd: "900", resultMsg: "There is no header information" };
  if (state.cmcKey === null || headers.cmckey !== state.cmcKey)
    return { resultCd: "901", resultMsg: "It is not a valid device" };
  if (path === "/saveItem") {
    const code = textAt(body, "itemCd") ?? "";
    if (!code || !textAt(body, "itemClsCd")) return { resultCd: "910", resultMsg: "Request parameter error" };
    if (!state.items.includes(code)) state.items.push(code);
    simulator.note("item", { itemCd: code });
    return { resultCd: "000", resultMsg: "It is succeeded" };
  }
  if (path === "/saveTrnsSalesOsdc") return saveSale(simulator, state, body);
  return { resultCd: "910", resultMsg: "There is no such call" };
}

const isPin = /^[A-Z]\d{9}[A-Z]$/;

function setUpDevice(simulator: EtimsSimulator, body: JsonObject): Result {
  const { deviceSerial } = simulator.options;
  const [pin, branch] = [textAt(body, "tin") ?? "", textAt(body, "bhfId") ?? ""];
  if (!isPin.test(pin) || !/^\d\d$/.test(branch) || body.dvcSrlNo !== deviceSerial)
    return { resultCd: "901", resultMsg: "It is not a valid device" };
  const state = simulator.branchOf(pin, branch);
  if (state.cmcKey !== null) return { resultCd: "902", resultMsg: "This device is installed" };
  state.cmcKey = randomBytes(16).toString("hex");
  simulator.note("device", { dvcSrlNo: deviceSerial });
  const info = {
    tin: pin,
    bhfId: branch,
    sdcId: "KRACU0000000001",
    mrcNo: "SIM00000001",
    cmcKey: state.cmcKey,
  };
  return { resultCd: "000", resultMsg: "It is succeeded", data: { info } };
}

function giveToken(simulator: EtimsSimulator, { authorization }: SimulatorRequest): SimulatorReply {
  const { clientId, clientSecret } = simulator.options;
  const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
  if (authorization !== expected) return json(400, { errorMessage: "Invalid Authentication passed" });
  return json(200, { access_token: simulator.giveToken(), expires_in: "3599" });
}

function control(simulator: EtimsSimulator, { method, path, body: text }: SimulatorRequest): SimulatorReply {
  const body = parse(text || "{}");
  switch (`${method} ${path}`) {
    case "GET /_sim/health":
      return json(200, { ok: true, service: "etims" });
    case "GET /_sim/ledger":
      return { status: 200, body: simulator.ledger(), contentType: "application/x-ndjson" };
    case "POST /_sim/reset":
      simulator.reset();
      return json(200, { ok: true });
    case "POST /_sim/faults": {
      const kind = faultKinds.find((one) => one === textAt(body, "kind"));
      if (!kind) return json(400, { ok: false, message: `kind is one of ${faultKinds.join(", ")}` });
      const {
        count = "1",
        code = "910",
        message = "Request parameter error",
      } = {
        count: textAt(body, "count"),
        code: textAt(body, "code"),
        message: textAt(body, "message"),
      };
      simulator.addFault({ kind, count: Number(count), code, message });
      return json(200, { ok: true });
    }
    default:
      return json(404, { ok: false });
  }
}

function parse(text: string): JsonObject | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
