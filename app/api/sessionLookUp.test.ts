import { expect, it } from "vitest";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { createSessionLookUp } from "./sessionLookUp.server.ts";

const platform = setUpPlatform();
let org: TestOrg;

const call = (method: string, cookie = org.cookie) =>
  new Request("http://localhost/api/auth/me", { method, headers: { cookie } });
const newPage = (method = "GET") => new Request("http://localhost/dashboard", { method });
const endSession = () =>
  platform.services.db.system.query("update sessions set revoked_at = now() where user_id = $1", [
    org.userId,
  ]);

it("the calls of one page share a lookup; the next page sees that the session has ended", async () => {
  org = await platform.createOrg();
  const sessionOf = createSessionLookUp(platform.services);
  const page = newPage();
  expect((await sessionOf(call("GET"), page))?.userId).toBe(org.userId);
  await endSession();
  expect((await sessionOf(call("GET"), page))?.userId).toBe(org.userId);
  // Such as one that marks what the page shows as read.
  expect((await sessionOf(call("POST"), page))?.userId).toBe(org.userId);
  expect(await sessionOf(call("GET"), newPage())).toBeUndefined();
});

it("a writing call of a form looks up the session itself, and so do later calls on the same page", async () => {
  org = await platform.createOrg();
  const sessionOf = createSessionLookUp(platform.services);
  const page = newPage("POST");
  await sessionOf(call("GET"), page);
  await endSession();
  expect(await sessionOf(call("POST"), page)).toBeUndefined();
  expect(await sessionOf(call("GET"), page)).toBeUndefined();
});

it("calls from outside, which belong to no page, share nothing", async () => {
  org = await platform.createOrg();
  const other = await platform.createOrg();
  const sessionOf = createSessionLookUp(platform.services);
  expect((await sessionOf(call("GET"), undefined))?.userId).toBe(org.userId);
  expect((await sessionOf(call("GET", other.cookie), undefined))?.userId).toBe(other.userId);
  await endSession();
  expect(await sessionOf(call("GET"), undefined)).toBeUndefined();
});
