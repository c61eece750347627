import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { holds } from "#app/db/schema/money/ledger.ts";
import { apiKeys } from "#app/db/schema/organisations/apiKeys.ts";
import { events } from "#app/db/schema/record/events.ts";
import { sendGathered } from "#app/domain/messaging/messages/sendGathered.server.ts";
import { sendTemplates } from "#app/domain/messaging/messages/sendTemplates.server.ts";
import { verifyLedger } from "#app/domain/money/ledger/verify.server.ts";
import { lockLedger } from "#app/domain/money/lock.server.ts";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { everything } from "#app/domain/organisations/apiKeys/words.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { waitingForLock } from "#tests/support/races.ts";
import { connectWhatsapp, createPrepaidOrg } from "#tests/support/sending.ts";

const platform = setUpPlatform();

/** An organisation whose systems send, paid from a wallet; a message costs two shillings. */
async function sendingShop(kes = 1000) {
  const org = await createPrepaidOrg(platform, kes);
  const { phoneNumberId } = await connectWhatsapp(platform, org);
  const settings = { name: "Shop", mode: "live" as const, scopes: [everything], expiresAt: null };
  const { key } = await createKey({ ctx: org.ctx, input: settings });
  const send = async (to: string, more: object = {}, headers: Record<string, string> = {}) => {
    const answer = await platform.api.fetch(
      new Request("http://localhost:4000/api/v1/messages", {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
        body: JSON.stringify({ to, template: "order_ready", ...more }),
      }),
    );
    const { id, code } = (await answer.json()) as { id?: string; code?: string };
    return { status: answer.status, id, code };
  };
  const stored = () =>
    platform.services.db.withOrg(org.orgId, async (tx) => ({
      sent: await tx
        .select({ id: messages.id, to: messages.recipient, by: sql<string>`xmin::text` })
        .from(messages)
        .where(and(eq(messages.orgId, org.orgId), eq(messages.direction, "out"))),
      held: await tx.select({ subjectId: holds.subjectId }).from(holds).where(eq(holds.orgId, org.orgId)),
      people: await tx.select({ phone: contacts.phone }).from(contacts).where(eq(contacts.orgId, org.orgId)),
      recorded: await tx
        .select({ name: events.name })
        .from(events)
        .where(and(eq(events.orgId, org.orgId), eq(events.name, "message.template_sent"))),
    }));
  return { org, key, phoneNumberId, send, stored };
}

/** Locks the ledger of an organisation, so that later sends queue behind the first. */
async function heldLedger({ orgId }: { orgId: Parameters<typeof lockLedger>[1] }) {
  const { promise: isOver, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const holding = platform.services.db.withOrg(orgId, async (tx) => {
    await lockLedger(tx, orgId);
    hold();
    await isOver;
  });
  await isHeld;
  return async () => {
    release();
    await holding;
  };
}

const phone = (n: number) => `+2547123000${String(n).padStart(2, "0")}`;
const ten = Array.from({ length: 10 }, (_, n) => phone(n));
const inOrder = (list: readonly (string | null)[]) => [...list].sort();

/** The number of sends waiting for a ledger. */
async function waiting(): Promise<number> {
  const { rows } = await platform.services.db.owner.query(`${waitingForLock} and query like '%lock_ledger%'`);
  return rows.length;
}
const isWaiting = () => expect.poll(() => waiting()).toBe(1);
/** Cuts the waiting connection, and waits until the server has ended it, so that the next one differs. */
async function isCut(): Promise<void> {
  const { owner } = platform.services.db;
  let pid = 0;
  await expect
    .poll(async () => {
      const { rows } = await owner.query(
        `select pid, pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%lock_ledger%'`,
      );
      pid = rows[0]?.pid;
      return rows.length;
    })
    .toBe(1);
  const alive = async () =>
    (await owner.query("select 1 from pg_stat_activity where pid = $1", [pid])).rows.length;
  await expect.poll(alive).toBe(0);
}

/** Sends without HTTP; sends that arrive while the first is in flight wait for its end. */
const gathered = (org: TestOrg, list: readonly string[]) =>
  Promise.allSettled(
    list.map((to) =>
      sendGathered({ ctx: org.ctx, input: { to, template: "order_ready", parameters: [], key: to } }),
    ),
  );

describe("messages that are sent at the same time", () => {
  it("are queued in one transaction after the first, each with its own hold and event", async () => {
    const { org, stored } = await sendingShop();
    const results = await gathered(org, ten);
    expect(results.map(({ status }) => status)).toEqual(ten.map(() => "fulfilled"));
    const { sent, held, recorded } = await stored();
    expect(new Set(sent.map(({ by }) => by)).size).toBe(2);
    expect(inOrder(sent.map(({ to }) => to))).toEqual(ten);
    expect(inOrder(held.map(({ subjectId }) => subjectId))).toEqual(inOrder(sent.map(({ id }) => id)));
    expect(recorded).toHaveLength(10);
    expect((await verifyLedger(platform.services)).broken).toBeNull();
  });

  it("are sent except the refused one, which leaves no contact behind", async () => {
    const { send, stored } = await sendingShop();
    const answers = await Promise.all(
      ten.map((to, n) => send(to, n === 2 ? { template: "no_such_template" } : {})),
    );
    expect(answers.map(({ code }) => code)).toEqual(
      ten.map((_, n) => (n === 2 ? "template.not_found" : undefined)),
    );
    const { sent, people } = await stored();
    const expected = ten.filter((_, n) => n !== 2);
    expect(inOrder(sent.map(({ to }) => to))).toEqual(expected);
    expect(inOrder(people.map((person) => person.phone))).toEqual(expected);
  });

  it("are sent as long as the wallet lasts, in order", async () => {
    const { send, stored } = await sendingShop(7);
    const answers = await Promise.all(ten.map((to) => send(to)));
    expect(answers.map(({ status }) => status).filter((status) => status === 202)).toHaveLength(3);
    expect(answers.filter(({ code }) => code === "wallet.too_little")).toHaveLength(7);
    const { sent, held, people } = await stored();
    expect(inOrder(sent.map(({ id }) => id))).toEqual(inOrder(answers.flatMap(({ id }) => id ?? [])));
    expect([held.length, people.length]).toEqual([3, 3]);
    expect((await verifyLedger(platform.services)).broken).toBeNull();
  });

  it("are stored once when a key is repeated", async () => {
    const { send, stored } = await sendingShop();
    const once = { "idempotency-key": "order-1001" };
    const answers = await Promise.all(ten.map(() => send(phone(0), {}, once)));
    for (const { status, code } of answers)
      expect([202, "idempotency.in_flight"]).toContain(status === 202 ? status : code);
    const { sent, held } = await stored();
    expect([sent.length, held.length]).toEqual([1, 1]);
    expect(await send(phone(0), {}, once)).toMatchObject({ status: 202, id: sent[0]!.id });
  });

  it("stay with their organisation: another one does not wait for its ledger", async () => {
    const [one, other] = [await sendingShop(), await sendingShop()];
    const release = await heldLedger(one.org);
    const waiting = [one.send(phone(0)), one.send(phone(1))];
    expect(await other.send(phone(2))).toMatchObject({ status: 202 });
    expect((await one.stored()).sent).toEqual([]);
    await release();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([202, 202]);
    expect((await one.stored()).sent.map(({ to }) => to).sort()).toEqual([phone(0), phone(1)]);
    expect((await other.stored()).sent.map(({ to }) => to)).toEqual([phone(2)]);
  });

  it("are refused once their key is revoked, while those accepted before are sent", async () => {
    const { org, send, stored } = await sendingShop();
    const release = await heldLedger(org);
    const before = send(phone(0));
    await isWaiting();
    await platform.services.db.withSystem((tx) =>
      tx.update(apiKeys).set({ revokedAt: platform.clock.now() }).where(eq(apiKeys.orgId, org.orgId)),
    );
    expect(await send(phone(1))).toMatchObject({ status: 401 });
    await release();
    expect(await before).toMatchObject({ status: 202 });
    expect((await stored()).sent.map(({ to }) => to)).toEqual([phone(0)]);
  });

  it("are queued one by one where the database refuses one of them", async () => {
    const { org, stored } = await sendingShop();
    const { owner } = platform.services.db;
    await owner.query(`create function refuse_message() returns trigger language plpgsql as
      $$ begin raise exception 'not this one'; end $$`);
    await owner.query(`create trigger refuse_message before insert on messages for each row
      when (new.org_id = '${org.orgId}' and new.recipient = '${phone(4)}') execute function refuse_message()`);
    const results = await gathered(org, ten);
    await owner.query("drop function refuse_message cascade");
    expect(results.map(({ status }) => status)).toEqual(
      ten.map((_, n) => (n === 4 ? "rejected" : "fulfilled")),
    );
    expect(inOrder((await stored()).sent.map(({ to }) => to))).toEqual(ten.filter((_, n) => n !== 4));
    expect((await verifyLedger(platform.services)).broken).toBeNull();
  });

  it("notify the sender and open pages", async () => {
    const { org, phoneNumberId, send } = await sendingShop();
    const heard: string[] = [];
    const leave = ["tarishi_sender", "tarishi_changes"].map((channel) =>
      platform.services.db.listen(channel, (payload) => void heard.push(payload ?? "")),
    );
    // The first ones may arrive before this process listens.
    const sentAndHeard = async () => [(await send(phone(0))).status, ...heard];
    await expect.poll(sentAndHeard).toContain(`new ${phoneNumberId}`);
    await expect.poll(sentAndHeard).toContain(`${org.orgId} conversations`);
    for (const end of leave) end();
  });

  it("are not retried when the connection was lost, since they might be stored", async () => {
    const { org, stored } = await sendingShop();
    const release = await heldLedger(org);
    const sending = gathered(org, ten);
    // The first one alone, then the batch after it.
    await isCut();
    await isWaiting();
    await isCut();
    await expect.poll(() => waiting()).toBe(0);
    await release();
    expect((await sending).map(({ status }) => status)).toEqual(ten.map(() => "rejected"));
    expect((await stored()).sent).toEqual([]);
  });
});

describe("one batch", () => {
  it("creates one message for two equal keys, and one new contact for two messages", async () => {
    const { org, stored } = await sendingShop();
    const toSend = (key: string) => ({
      ctx: org.ctx,
      recipient: { phone: phone(0), bsuid: null } as const,
      input: { template: "order_ready", parameters: [], key },
    });
    const outcomes = await sendTemplates([toSend("a"), toSend("a"), toSend("b")]);
    const ids = outcomes.map((outcome) => ("row" in outcome ? outcome.row.message.id : undefined));
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(2);
    const { sent, held, people } = await stored();
    expect([sent.length, held.length, people.length]).toEqual([2, 2, 1]);
    const [again] = await sendTemplates([toSend("a")]);
    expect(again).toMatchObject({ row: { message: { id: ids[0] } } });
    expect((await stored()).sent).toHaveLength(2);
  });
});
