import { describe, expect, it } from "vitest";
import { contract } from "#app/api/contract.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { verifyPassword } from "#app/domain/accounts/password.server.ts";
import { type StoredEvent, wordsOf } from "#app/domain/insights/events/words.ts";
import { entryFact } from "#app/domain/money/entryFacts.ts";
import { verifyLedger } from "#app/domain/money/ledger/verify.server.ts";
import { callerOf } from "#app/platform/roles/acts.server.ts";
import { brokenInvariants } from "#tests/support/invariants.ts";
import { setUpWhatsappPlatform } from "#tests/support/whatsapp.ts";
import { demoLogins, loadDemo } from "./load.server.ts";

const { platform, simulator } = setUpWhatsappPlatform();

/** On an idle machine it takes a tenth of this; the limit is for a busy one. */
const atMostSeconds = 180;

const one = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await platform.services.db.system.query<Row>(text, values)).rows[0]!;

const imprint = async () =>
  one<
    Record<string, string>
  >(`select (select count(*) from messages) as messages, (select count(*) from users) as users,
    (select count(*) from postings) as postings, (select count(*) from events) as activity, (select count(*) from notifications) as notes`);

it("fills an empty platform once and soon, also when two processes start together", async () => {
  const since = performance.now();
  const outcomes = await Promise.all([loadDemo(platform.services), loadDemo(platform.services)]);
  const seconds = (performance.now() - since) / 1000;
  console.log(JSON.stringify({ demo: "load", seconds: Math.round(seconds * 10) / 10 }));
  expect(outcomes.filter(({ loaded }) => loaded)).toHaveLength(1);
  expect(seconds).toBeLessThan(atMostSeconds);

  const before = await imprint();
  expect(await loadDemo(platform.services)).toEqual({ loaded: false });
  expect(await imprint()).toEqual(before);
});

describe("the demo", () => {
  it("violates no invariant of the stored data", async () => {
    expect(await brokenInvariants(platform.services)).toEqual({});
    expect(await verifyLedger(platform.services)).toMatchObject({ broken: null });
  });

  it("has a text for every recorded event", async () => {
    const { rows } = await platform.services.db.system.query<StoredEvent>(
      `select distinct on (name, status) name, data, subject_id as "subjectId", status, changes from events`,
    );
    expect(rows.length).toBeGreaterThan(15);
    const unworded = rows.filter((event) => !wordsOf(event).details);
    expect(unworded).toEqual([]);
    const entries = await platform.services.db.system.query<{ about: { code: string } }>(
      "select distinct on (about ->> 'code') about from journal_entries",
    );
    const unsaid = entries.rows.filter(({ about }) => !entryFact.safeParse(about).success);
    expect([entries.rows.length, unsaid]).toEqual([16, []]);
  });

  it("lets its two logins in, and no other organisation's owner", async () => {
    const everyone = await platform.services.db.withSystem((tx) => tx.select().from(users));
    const hashOf = (email: string) => everyone.find((user) => user.email === email)?.passwordHash;
    expect(await verifyPassword(demoLogins.password, hashOf(demoLogins.individual))).toBe(true);
    expect(await verifyPassword(demoLogins.password, hashOf(demoLogins.admin))).toBe(true);
    const owner = everyone.find(({ email }) => email.startsWith("info@"))!;
    expect(await verifyPassword(demoLogins.password, owner.passwordHash)).toBe(false);
  });

  it("has an active shop: people, traffic, and something in every state", async () => {
    const shop = "(select id from organisations where name = 'Duka Letu')";
    const figures = await one<Record<string, number | string[]>>(`select
      (select count(*) from contacts where org_id = ${shop}) as contacts,
      (select count(*) from contacts where org_id = ${shop} and opted_out_at is not null) as "optedOut",
      (select count(*) from messages where org_id = ${shop}) as messages,
      (select count(*) from phone_numbers where org_id = ${shop}) as numbers,
      (select array_agg(distinct status order by status) from campaigns where org_id = ${shop}) as campaigns,
      (select array_agg(distinct status order by status) from templates where org_id = ${shop}) as templates,
      (select array_agg(distinct language order by language) from templates where org_id = ${shop}) as languages,
      (select array_agg(distinct role order by role) from members where org_id = ${shop}) as roles,
      (select count(*) from organisations) as organisations`);
    console.log(JSON.stringify({ demo: "figures", ...figures }));
    expect(figures).toMatchObject({
      contacts: 2000,
      numbers: 2,
      campaigns: ["cancelled", "completed", "draft", "paused", "scheduled", "sending"],
      templates: ["APPROVED", "DISABLED", "PAUSED", "PENDING", "REJECTED"],
      languages: ["en", "fr", "sw"],
      roles: ["admin", "agent", "owner"],
      organisations: 122,
    });
    expect(figures.messages).toBeGreaterThan(45_000);
    expect(figures.messages).toBeLessThan(75_000);
    expect(figures.optedOut).toBeGreaterThan(10);
  });

  it("has eTIMS invoices of orders, requests and dues, each with its payment, some with the customer's PIN", async () => {
    const { rows } = await platform.services.db.system.query<{ kind: string }>(
      `select left(d.subject_id, 3) as kind, count(*) > 2 as some, count(d.customer_pin) > 0 as pins,
        bool_and(p.id is not null and p.contact_id is not null) as paid
      from tax_documents d left join till_payments p on p.org_id = d.org_id and p.id = d.payment_id
      group by 1 order by 1`,
    );
    const all = { some: true, paid: true };
    expect(rows).toMatchObject([
      { kind: "due", ...all, pins: true },
      { kind: "ord", ...all, pins: true },
      { kind: "pmr", ...all },
    ]);
  });

  it("fills every list of the shop and of the console", async () => {
    // The handset's messages come from simulators that do not run here.
    const lists = Object.entries(contract).filter(([key]) => /^GET (?!\/sandbox)[^:]*$/.test(key));
    for (const [email, who] of [
      [demoLogins.individual, "member"],
      [demoLogins.admin, "staff"],
    ] as const) {
      const signedIn = await platform.request("POST /auth/signin", { email, password: demoLogins.password });
      const cookie = signedIn.headers.get("set-cookie")!.split(";")[0]!;
      for (const [key] of lists.filter(([, call]) => callerOf(call.act) === who)) {
        const { status } = await platform.request(key, {}, { cookie });
        // A lookup refuses to run without what it looks up.
        expect([key, status < 400 || [400, 422].includes(status)]).toEqual([key, true]);
      }
    }
  });

  it("is known to the simulator with its numbers and templates", async () => {
    const { phoneNumberId } = await one<{ phoneNumberId: string }>(
      `select phone_number_id as "phoneNumberId" from phone_numbers where verified_name = 'Duka Letu'`,
    );
    const { orgId, userId } = await one<{ orgId: string; userId: string }>(
      `select m.org_id as "orgId", m.user_id as "userId" from members m join users u on u.id = m.user_id where u.email = $1`,
      [demoLogins.individual],
    );
    const answer = await fetch(`${simulator.url}/_sim/health`);
    expect(answer.status).toBe(200);
    const handset = await fetch(`${simulator.url}/v25.0/${phoneNumberId}`);
    expect([handset.status, orgId.slice(0, 4), userId.slice(0, 4)]).toEqual([401, "org_", "usr_"]);
  });
});
