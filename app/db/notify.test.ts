import { expect, it } from "vitest";
import type { OrgId } from "#app/platform/ids.ts";
import { newId } from "#app/platform/ids.ts";
import { countStatements } from "#app/platform/run/statementCount.server.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { clientOf, type Tx } from "./client.server.ts";
import { noticesOf, notify, notifyAll, notifyPages } from "./notify.server.ts";

const platform = setUpPlatform();

/** Runs `work`, and returns what listeners were notified of until then, in a database with both roles' connections. */
async function heardOf(work: (orgId: OrgId) => Promise<unknown>): Promise<string[]> {
  const { db } = platform.services;
  const orgId = newId("org") as OrgId;
  const heard: string[] = [];
  const leave = db.listen("tarishi_changes", (payload) => {
    if (payload?.startsWith(orgId)) heard.push(payload.slice(orgId.length + 1));
  });
  const say = (kind: string) =>
    notifyAll(db.system, [{ channel: "tarishi_changes", payload: `${orgId} ${kind}` }]);
  // Until it listens, nothing arrives.
  await expect.poll(() => say("first").then(() => heard.length)).toBeGreaterThan(0);
  await work(orgId);
  // Notifications arrive in their order.
  await say("last");
  await expect.poll(() => heard.at(-1)).toBe("last");
  leave();
  return heard.slice(0, -1).filter((kind) => kind !== "first");
}

const inBoth = async (orgId: OrgId, work: (tx: Tx) => Promise<void>) => {
  await platform.services.db.withOrg(orgId, work);
  await platform.services.db.for("jobs").withSystem(work);
};

it("pages are notified once by each transaction, when it commits", async () => {
  const heard = await heardOf((orgId) =>
    inBoth(orgId, async (tx) => {
      notifyPages(tx, orgId, "messages", "campaigns");
      await clientOf(tx).query({ text: "select 1" });
      notifyPages(tx, orgId, "messages");
    }),
  );
  expect(heard).toEqual(["messages", "campaigns", "messages", "campaigns"]);
});

it("a transaction that fails notifies of nothing", async () => {
  const heard = await heardOf(async (orgId) => {
    const failing = platform.services.db.withOrg(orgId, async (tx) => {
      notifyPages(tx, orgId, "messages");
      await clientOf(tx).query({ text: "select 1 / 0" });
    });
    await expect(failing).rejects.toThrow("division by zero");
    // The connection's next transaction starts without notices.
    await platform.services.db.withOrg(
      orgId,
      async (tx) => void (await clientOf(tx).query({ text: "select 1" })),
    );
  });
  expect(heard).toEqual([]);
});

it("a channel's payload may be any text", async () => {
  const heard = await heardOf((orgId) =>
    platform.services.db.withSystem(async (tx) => notify(tx, "tarishi_changes", `${orgId} it's \\ ; commit`)),
  );
  expect(heard).toEqual(["it's \\ ; commit"]);
});

it("costs no statement", async () => {
  const { count } = await countStatements(() =>
    platform.services.db.withSystem(async (tx) => notifyPages(tx, newId("org") as OrgId, "messages")),
  );
  expect(count).toEqual({ statements: 0, transactions: 1 });
});

it("a caller may take the notices, and send them after the commit", async () => {
  const heard = await heardOf((orgId) =>
    platform.services.db.withSystem(async (tx) => {
      notifyPages(tx, orgId, "payments");
      expect(noticesOf(tx)).toEqual([{ channel: "tarishi_changes", payload: `${orgId} payments` }]);
    }),
  );
  expect(heard).toEqual([]);
});

it("is refused where no commit would send it", async () => {
  const orgId = newId("org") as OrgId;
  const { db } = platform.services;
  expect(() => notifyPages(db.systemReads, orgId, "messages")).toThrow("no transaction");
  const ended = await db.withSystem(async (tx) => tx);
  expect(() => notifyPages(ended, orgId, "messages")).toThrow("no transaction");
});
