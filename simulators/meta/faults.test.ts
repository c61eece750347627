import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { errorOf, startForTest, type TestAccount } from "./testDriver.ts";

let simulator: Awaited<ReturnType<typeof startForTest>>;
let account: TestAccount;

beforeAll(async () => {
  simulator = await startForTest();
});
beforeEach(async () => {
  await simulator.call("POST", "/_sim/reset");
  account = await simulator.addAccount();
  await simulator.addTemplate(account);
});
afterAll(() => simulator.close());

const attempt = (to = "+254712345600") => simulator.sendTemplate(account, to, ["Asha", "A"]);
const fault = (body: object) => simulator.call("POST", "/_sim/faults", body);

async function ledgerLines(): Promise<number> {
  const { json } = await simulator.call("GET", `/_sim/ledger?phoneNumberId=${account.phoneNumberId}`);
  return String(json.text)
    .split("\n")
    .filter((line) => line !== "").length;
}

describe("faults", () => {
  it.each([
    ["http500", 500, 131000],
    ["http429", 429, 4],
    ["130429", 400, 130429],
  ])("%s occurs as often as requested and accepts nothing", async (kind, status, code) => {
    await fault({ kind, count: 2 });
    for (let time = 0; time < 2; time += 1) {
      const answer = await attempt();
      expect([answer.status, errorOf(answer).code]).toEqual([status, code]);
    }
    expect(await ledgerLines()).toBe(0);
    expect((await attempt()).status).toBe(200);
  });

  it("drop-answer accepts the message and cuts the connection", async () => {
    await fault({ kind: "drop-answer", count: 1 });
    await expect(attempt()).rejects.toThrow();
    expect(await ledgerLines()).toBe(1);
  });

  it("slow responds late, but accepts at once", async () => {
    await fault({ kind: "slow", ms: 60, count: 1 });
    const late = attempt();
    await expect.poll(ledgerLines).toBe(1);
    expect((await late).status).toBe(200);
  });

  it("affect only their number, and end when cleared", async () => {
    const other = await simulator.addAccount({ displayPhoneNumber: "+254700333444" });
    await fault({ kind: "http500", phoneNumberId: other.phoneNumberId });
    expect((await attempt()).status).toBe(200);
    const refused = await simulator.send(other, { to: "+254712345600", text: { body: "x" } });
    expect(refused.status).toBe(500);
    await simulator.call("DELETE", "/_sim/faults");
    const accepted = await simulator.send(other, { to: "+254712345600", text: { body: "x" } });
    expect(accepted.status).toBe(200);
  });

  it("of an unknown kind are refused", async () => {
    expect((await fault({ kind: "earthquake" })).status).toBe(400);
  });
});

describe("limits", () => {
  it("refuse messages beyond a number's throughput with 130429", async () => {
    const slow = await simulator.addAccount({ displayPhoneNumber: "+254700333444", throughput: 5 });
    const codes: unknown[] = [];
    for (let index = 0; index < 40; index += 1) {
      const answer = await simulator.send(slow, { to: `+2547123456${10 + index}`, text: { body: "x" } });
      codes.push(answer.status === 200 ? 200 : errorOf(answer).code);
    }
    expect(codes.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
    expect(codes).toContain(130429);
  });

  it("refuse the 46th message in a row to one customer with 131056", async () => {
    for (let index = 0; index < 45; index += 1) expect((await attempt()).status).toBe(200);
    expect(errorOf(await attempt()).code).toBe(131056);
    expect((await attempt("+254712345601")).status).toBe(200);
  });
});

describe("a registered number", () => {
  const number = (path: string, body: object = {}) =>
    simulator.call("POST", `/v25.0/${account.phoneNumberId}${path}`, body, account.accessToken);
  const register = (pin: string) => number("/register", { messaging_product: "whatsapp", pin });

  it("stops sending when deregistered and sends again once registered", async () => {
    expect((await number("/deregister")).json).toEqual({ success: true });
    expect(errorOf(await attempt()).code).toBe(133010);
    expect((await register("581063")).json).toEqual({ success: true });
    expect((await attempt()).status).toBe(200);
  });

  it("requires its own PIN and refuses the eleventh attempt", async () => {
    await register("581063");
    expect(errorOf(await register("000000")).code).toBe(133005);
    expect(errorOf(await register("12")).code).toBe(100);
    for (let time = 0; time < 8; time += 1) await register("581063");
    expect(errorOf(await register("581063")).code).toBe(133016);
  });
});
