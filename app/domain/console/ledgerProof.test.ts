import { describe, expect, it } from "vitest";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { newestProof, proveLedger } from "./ledgerProof.server.ts";

const platform = setUpPlatform();
const prove = async () =>
  (await platform.services.db.withSystem((tx) => proveLedger(tx, platform.clock.now()))).fault;

/** Money that came by M-Pesa: an entry with a half in each of two books. */
const payIn = (org: TestOrg) =>
  platform.services.db.withSystem((tx) =>
    bookEntry(tx, {
      orgId: org.orgId,
      kind: "top_up",
      about: { code: "payment.to_wallet", method: "mpesa", receipt: null },
      reference: "paid",
      at: platform.clock.now(),
      postings: { wallet: 50_000 },
      platformPostings: { mpesa_clearing: -50_000 },
    }),
  );

/** Changes rows past the rules of the database. */
const tamper = (statement: string) =>
  platform.services.db.owner.query(
    `begin; set local session_replication_role = replica; ${statement}; commit`,
  );

describe("the nightly proof of the ledger", () => {
  it.each([
    ["a changed amount", "update postings set amount_cents = amount_cents + by", /does not sum to zero/],
    [
      "a changed line",
      "update postings set balance_before_cents = balance_before_cents + by, balance_after_cents = balance_after_cents + by",
      /does not continue the line before/,
    ],
    [
      "a changed balance",
      "update ledger_accounts set balance_cents = balance_cents + by",
      /not that of its last line/,
    ],
    [
      "a changed debt",
      "update ledger_accounts set balance_cents = balance_cents + by",
      /owe each other/,
      "due_from_platform",
    ],
  ])("finds %s", async (_, change, fault, account = "wallet") => {
    const org = await platform.createOrg();
    await payIn(org);
    expect(await prove()).toBeNull();
    const column = change.startsWith("update postings") ? "account" : "name";
    const add = (by: number) =>
      tamper(
        `${change.replaceAll("by", String(by))} where org_id = '${org.orgId}' and ${column} = '${account}'`,
      );
    await add(100);
    expect(await prove()).toMatch(fault);
    await add(-100);
    expect(await prove()).toBeNull();
  });

  it("finds a half without the other, and is stored", async () => {
    const org = await platform.createOrg();
    const booked = await payIn(org);
    const rename = (table: string, column: string, id: string) =>
      tamper(
        `update ${table} set ${column} = '${id}' where org_id = 'platform' and counterparty = '${org.orgId}'`,
      );
    const move = async (id: string) => {
      await rename("journal_entries", "id", id);
      await rename("postings", "entry_id", id);
    };
    await move("jrn_lost");
    expect(await prove()).toContain("its two halves do not cancel");
    expect((await newestProof(platform.services.db.systemReads))!.fault).toContain("do not cancel");
    await move(booked.booked ? booked.entryId : "");
    expect(await prove()).toBeNull();
  });
});
