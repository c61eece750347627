import { clientOf } from "#app/db/client.server.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import type { Ground } from "./ground.ts";
import { print, summary } from "./measure.ts";

/** Bookings of so many organisations at once, as the processes of a platform make them. */
const organisations = 8;

/** Ledger entries a second ÷ a bare INSERT of two rows, each in a transaction of its own; rounds of both in turns. */
export async function benchLedger(
  ground: Ground,
  options: { rounds: number; seconds: number },
): Promise<void> {
  const { db } = ground.services;
  await db.owner.query(
    `create table bench_lines (org_id text not null, entry_id text not null, account text not null, amount_cents bigint not null,
      primary key (org_id, entry_id, account))`,
  );
  await db.owner.query("grant insert on bench_lines to tarishi_system");
  const orgs = Array.from({ length: organisations }, () => newId("org") as OrgId);
  const bare = (orgId: OrgId) =>
    db.withSystem((tx) =>
      clientOf(tx).query({
        name: "bench_two_rows",
        text: "insert into bench_lines values ($1, $2, 'wallet', 100), ($1, $2, 'funding', -100)",
        values: [orgId, newId("jrn")],
      }),
    );
  const entry = (orgId: OrgId) =>
    db.withSystem((tx) =>
      bookEntry(tx, {
        orgId,
        kind: "top_up",
        about: { code: "credit.test" },
        reference: newId("evt"),
        postings: { wallet: 100, funding: -100 },
        at: new Date(),
      }),
    );

  /** Completed bookings a second. */
  async function rate(work: (orgId: OrgId) => Promise<unknown>): Promise<number> {
    const startedAt = performance.now();
    const endsAt = startedAt + options.seconds * 1000;
    const counts = await Promise.all(
      orgs.map(async (orgId) => {
        let count = 0;
        for (; performance.now() < endsAt; count += 1) await work(orgId);
        return count;
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - startedAt) / 1000);
  }

  await rate(entry);
  const ratios: number[] = [];
  const perSecond: { entries: number[]; bare: number[] } = { entries: [], bare: [] };
  for (let round = 0; round < options.rounds; round += 1) {
    const [bareRate, entryRate] =
      round % 2 === 0
        ? [await rate(bare), await rate(entry)]
        : [await rate(entry), await rate(bare)].reverse();
    perSecond.bare.push(Math.round(bareRate!));
    perSecond.entries.push(Math.round(entryRate!));
    ratios.push(entryRate! / bareRate!);
  }
  print({ bench: "ledger", ...summary(ratios), aim: 0.5, perSecond });
}
