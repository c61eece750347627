import { parseArgs } from "node:util";
import { contract } from "#app/api/contract.ts";
import { countAnalytics } from "#app/domain/insights/analytics/count.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { registerRooms } from "#app/registerRooms.ts";
import { addPastMonths } from "#tests/support/pastMonths.ts";
import { generatePlatform } from "./consoleData.ts";
import { databaseTimeOf } from "./databaseTime.ts";
import { consoleScreens, memberScreens } from "./dataScreens.ts";
import { type Ground, prepareGround } from "./ground.ts";
import { print } from "./measure.ts";
import { addPart, partSize } from "./shopData.ts";

/**
 * `npm run bench:data`: a platform of many organisations, one of them large, with 100,000 messages over a year
 * and then with 10,000,000. At both sizes every call of the member's and the console's screens: the least milliseconds in
 * the database, one JSON object a line, and at the end those over 100 ms and those that grew by more than half.
 * `--short` has 100,000 and 400,000; `--messages 100000,2000000` any sizes.
 */
const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    organisations: { type: "string" },
    messages: { type: "string" },
    runs: { type: "string", default: "5" },
  },
});
const organisations = Number(values.organisations ?? (values.short ? 500 : 2000));
const sizes = (values.messages ?? (values.short ? "100000,400000" : "100000,10000000"))
  .split(",")
  .map(Number);
const runs = Number(values.runs);
const aim = { ms: 100, ratio: 1.5 };
/** Differences below this are not of the data. */
const noiseMs = 3;

async function measure(ground: Ground, messages: number): Promise<Map<string, number>> {
  const { rows } = await ground.services.db.owner.query<{ id: string; wamid: string }>(
    "select id, wamid from messages where org_id = 'org_7' order by id limit 1",
  );
  const screens = [...memberScreens(Object.keys(contract)), ...consoleScreens(rows[0]!.id, rows[0]!.wamid)];
  const found = new Map<string, number>();
  for (const screen of screens) {
    const ms = await databaseTimeOf(ground, screen, runs).catch((error: Error) => {
      if (found.size === 0 || messages === sizes[0])
        print({ bench: "data", screen: screen.screen, notMeasured: error.message.slice(0, 100) });
      return undefined;
    });
    if (ms !== undefined) found.set(screen.screen, ms);
  }
  return found;
}

async function grow(ground: Ground, from: number, to: number): Promise<void> {
  const startedAt = performance.now();
  const client = await ground.services.db.owner.connect();
  try {
    await client.query("set session_replication_role = replica");
    await client.query("set synchronous_commit = off");
    await client.query("set statement_timeout = 0");
    if (from === 0) {
      await client.query("select keep_partitions('messages', 2, null, now())");
      await generatePlatform(client, organisations);
    }
    for (let part = from / partSize.messages; part < to / partSize.messages; part++)
      await addPart(client, part, Math.min(99, organisations - 1));
    await client.query("reset session_replication_role");
    await client.query("vacuum analyze");
  } finally {
    client.release();
  }
  const ctx = { ...ground.services, orgId: "org_1" as OrgId };
  await countAnalytics({ ctx, input: { days: 2 } });
  print({ bench: "data", messages: to, seconds: Math.round((performance.now() - startedAt) / 1000) });
}

registerRooms();
const ground = await prepareGround();
try {
  await addPastMonths(ground.services.db.owner, 13);
  const found: Map<string, number>[] = [];
  for (const [at, size] of sizes.entries()) {
    await grow(ground, sizes[at - 1] ?? 0, size);
    found.push(await measure(ground, size));
  }
  report(found[0]!, found.at(-1)!);
} finally {
  await ground.close();
}
process.exit(0);

function report(small: Map<string, number>, large: Map<string, number>): void {
  const over: string[] = [];
  const grew: string[] = [];
  for (const [screen, ms] of [...large].toSorted(([, one], [, other]) => one - other)) {
    const smallMs = small.get(screen) ?? 0;
    const ratio = smallMs > 0 ? Math.round((ms / smallMs) * 100) / 100 : null;
    print({ bench: "data", screen, smallMs, largeMs: ms, ratio });
    if (ms > aim.ms) over.push(screen);
    if (ms > aim.ratio * smallMs && ms - smallMs > noiseMs) grew.push(screen);
  }
  print({ bench: "data", sizes, screens: large.size, over, grew });
}
