import { expect, it } from "vitest";
import { contract } from "#app/api/contract.ts";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { callScreen } from "#tests/bench/callScreen.ts";
import { generatePlatform } from "#tests/bench/consoleData.ts";
import { consoleScreens, memberScreens, type Screen } from "#tests/bench/dataScreens.ts";
import { addPart } from "#tests/bench/shopData.ts";
import { readsOf, within } from "#tests/support/monthsRead.ts";
import { addPastMonths } from "#tests/support/pastMonths.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const organisations = 20;
const small = { messages: 1000, talks: 20, textsOfTalk: 20, recipients: 200 };
const mostMonths = 2;

/** Calls that read more months, and why. */
const exceptions: Record<string, string> = {
  "earlier messages": "a page of a thread that the newest months do not fill",
  "search, Meta's id": "nothing bounds the age of a message",
  ...Object.fromEntries(
    ["rare", "frequent", "frequent once", "none"].map((kind) => [
      `chat search, ${kind}`,
      "a search finds old texts too",
    ]),
  ),
  "search everywhere": "a search finds old texts too",
};

type Enter = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** How many months of messages a screen reads, in one transaction that is undone. */
async function monthsReadBy(screen: Screen, enter: Enter): Promise<number> {
  const { services } = platform;
  let months = 0;
  const undo = new Error("undo");
  await enter(async (tx) => {
    // The counters may still have those of the transaction before.
    const before = await readsOf(tx, new Date());
    await callScreen({ ...services, db: within(services.db, tx) }, screen);
    const after = await readsOf(tx, new Date());
    months = [...after].filter(([name, reads]) => reads > (before.get(name) ?? 0)).length;
    throw undo;
  }).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return months;
}

/** As the tenant; what needs another role as well, as the platform's. */
const monthsOf = (screen: Screen) =>
  monthsReadBy(screen, (work) => platform.services.db.withOrg("org_1" as OrgId, work)).catch(() =>
    monthsReadBy(screen, platform.services.db.withSystem),
  );

it("reads at most two months of messages for each screen", async () => {
  const { owner } = platform.services.db;
  const client = await owner.connect();
  await client.query("set session_replication_role = replica");
  await addPastMonths(client, 13);
  await generatePlatform(client, organisations);
  for (let part = 0; part < 3; part++) await addPart(client, part, organisations - 1, small);
  await client.query("reset session_replication_role");
  await client.query("analyze");
  client.release();
  const { rows } = await owner.query<{ id: string; wamid: string }>(
    "select id, wamid from messages where org_id = 'org_7' order by id limit 1",
  );
  const screens = [...memberScreens(Object.keys(contract)), ...consoleScreens(rows[0]!.id, rows[0]!.wamid)];
  const found: Record<string, number> = {};
  const notCalled: string[] = [];
  for (const screen of screens)
    await monthsOf(screen).then(
      (months) => {
        if (months > mostMonths) found[screen.screen] = months;
      },
      () => notCalled.push(screen.screen),
    );
  expect(Object.keys(found).sort()).toEqual(Object.keys(exceptions).sort());
  expect(notCalled).toEqual([]);
});
