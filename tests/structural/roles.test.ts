import { describe, expect, it } from "vitest";
import { contract } from "#app/api/contract.ts";
import {
  type Act,
  callerOf,
  consoleActs,
  inSupportView,
  personalActs,
  workspaceActs,
} from "#app/platform/roles/acts.server.ts";
import { sourceFiles } from "./files.ts";
import { ratchet } from "./ratchet.ts";

const acts = { ...workspaceActs, ...consoleActs, ...personalActs };
const sources = sourceFiles(/^app\/(?!demo\/).*(?<!\.test)\.tsx?$/);

/** A decision by a role that does not ask the table. */
const asksForRole =
  /\b(role|memberRole|staffRole|usertype)\)?\s*[!=]==\s*"|\[("(owner|admin|agent|support|finance|operator)",? ?)+\]\.includes/;

/** Roles as facts: the rule of the last owner, who is invited as what, the kind of an account that signs in. */
const aboutRoles = [
  /^app\/domain\/organisations\/members\/guard\b/,
  /^app\/domain\/console\/staff\b/,
  /^app\/domain\/record\/mails\/render\b/,
  /^app\/platform\/roles\/accountKinds\b/,
  /^app\/routes\/organisation\/members\b/,
  /^app\/routes\/organisation\/memberLeave\b/,
  /^app\/routes\/auth\/invitation\b/,
];

describe("the table of roles", () => {
  it("has the act of every call", () => {
    const calls = Object.entries<{ act: Act }>(contract);
    expect(calls.length).toBeGreaterThan(400);
    expect(calls.filter(([, { act }]) => !Object.hasOwn(acts, act)).map(([key]) => key)).toEqual([]);
  });

  it("lets support view look only where a call reads", () => {
    type Call = { act: Act; reads?: true };
    const reads = (key: string, call: Call) => key.startsWith("GET ") || call.reads === true;
    const seen = Object.entries<Call>(contract).filter(
      ([, { act }]) => callerOf(act) === "member" && inSupportView(act) === "look",
    );
    expect(seen.length).toBeGreaterThan(100);
    expect(seen.filter(([key, call]) => !reads(key, call)).map(([key]) => key)).toEqual([]);
    expect(reads("POST /contacts", { act: "contacts.view" })).toBe(false);
  });

  it("has no act that nothing asks for", () => {
    const elsewhere = sources.filter(({ path }) => !path.startsWith("app/platform/roles/"));
    const named = (act: string) => elsewhere.some(({ text }) => text.includes(`"${act}"`));
    expect(Object.keys(acts).filter((act) => !named(act))).toEqual([]);
  });

  it("is the only place where a role decides", () => {
    const asking = sources.filter(({ text }) => asksForRole.test(text)).map(({ path }) => path);
    expect(ratchet("roles that decide outside of the table", aboutRoles, asking)).toEqual([]);
    expect('user?.role !== "agent"').toMatch(asksForRole);
    expect('["owner", "admin"].includes(role)').toMatch(asksForRole);
    expect('may(user, "campaigns.manage")').not.toMatch(asksForRole);
  });
});
