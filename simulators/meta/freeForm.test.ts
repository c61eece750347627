import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorOf, startForTest, type TestAccount, wamidOf } from "./testDriver.ts";

let simulator: Awaited<ReturnType<typeof startForTest>>;
let account: TestAccount;

beforeAll(async () => {
  simulator = await startForTest();
  account = await simulator.addAccount();
});
afterAll(() => simulator.close());

describe("interactive messages", () => {
  const attempt = async (interactive: object) => {
    const answer = await simulator.send(account, { to: "+254712345678", type: "interactive", interactive });
    return answer.status === 200 ? 200 : errorOf(answer).code;
  };
  const bodyText = { body: { text: "Choose" } };
  const button = (id: string) => ({ type: "reply", reply: { id, title: "Yes" } });
  const buttons = { type: "button", ...bodyText, action: { buttons: [button("yes")] } };
  const list = (...rows: object[]) => ({
    type: "list",
    ...bodyText,
    action: { button: "Open", sections: [{ rows }] },
  });

  it.each([
    ["a kind that is not known", { type: "nonsense", ...bodyText, action: {} }, 100],
    ["a link without its address", { type: "cta_url", ...bodyText, action: { name: "cta_url" } }, 131009],
    ["a long header", { ...buttons, header: { type: "text", text: "x".repeat(61) } }, 131009],
    ["a long footer", { ...buttons, footer: { text: "x".repeat(61) } }, 131009],
    ["a long button id", { ...buttons, action: { buttons: [button("x".repeat(257))] } }, 131009],
    ["a long description", list({ id: "1", title: "One", description: "x".repeat(73) }), 131009],
    ["one row id twice", list({ id: "1", title: "One" }, { id: "1", title: "Two" }), 131009],
    ["a list", list({ id: "1", title: "One", description: "x".repeat(72) }), 200],
  ])("%s: %#", async (_, interactive, expected) => {
    expect(await attempt(interactive)).toBe(expected);
  });
});

describe("the recipient of a message", () => {
  it("may be a user id of linked portfolios", async () => {
    const answer = await simulator.send(account, {
      recipient: "KE.ENT.11815799212886844830",
      text: { body: "x" },
    });
    expect(answer.json).toMatchObject({ contacts: [{ user_id: "KE.ENT.11815799212886844830" }] });
  });

  it("is accepted by an id in Meta's format", async () => {
    const answer = await simulator.send(account, { to: "+254712345999", text: { body: "x" } });
    expect(wamidOf(answer)).toMatch(/^wamid\.HBg/);
  });
});
