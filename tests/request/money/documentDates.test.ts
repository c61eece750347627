import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { Tx } from "#app/db/client.server.ts";
import { invoices } from "#app/db/schema/money/invoices.ts";
import { draftDocument } from "#app/domain/money/invoices/draft.server.ts";
import { finalizeDocument } from "#app/domain/money/invoices/finalize.server.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { untilOneWaits } from "#tests/support/races.ts";

const platform = setUpPlatform({ startsAt: "2026-12-31T20:59:58Z" });

it("a document that waited for its number is dated after the one before it, in the year of its number", async () => {
  const org = await platform.createOrg();
  const finalize = (tx: Tx, source: string) =>
    draftDocument(tx, {
      ...{ orgId: org.orgId, kind: "invoice", source, description: "A test", planType: "Starter" },
      billingType: "prepaid",
      items: [{ description: "A thing", quantity: 1, unitCents: 100 }],
      now: platform.clock.now(),
    }).then(({ invoiceId }) => finalizeDocument(tx, platform.services, { orgId: org.orgId, invoiceId }));
  await platform.services.db.withSystem((tx) => finalize(tx, "first"));
  let waiting: Promise<{ number: string }> | undefined;
  await platform.services.db.withSystem(async (tx) => {
    await tx.execute(sql`select 1 from document_counters for update`);
    waiting = platform.services.db.withSystem((other) => finalize(other, "third"));
    await untilOneWaits(platform);
    platform.clock.advance(1000);
    await finalize(tx, "second");
    platform.clock.advance(3000);
  });
  expect((await waiting)!.number).toBe("INV-2027-000001");
  const rows = await platform.services.db.systemReads
    .select({ number: invoices.number, at: invoices.finalizedAt })
    .from(invoices)
    .orderBy(invoices.number);
  expect(rows.map(({ number, at }) => [number, at!.toISOString()])).toEqual([
    ["INV-2026-000001", "2026-12-31T20:59:58.000Z"],
    ["INV-2026-000002", "2026-12-31T20:59:59.000Z"],
    ["INV-2027-000001", "2026-12-31T21:00:02.000Z"],
  ]);
});
