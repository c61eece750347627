import { describe, expect, it } from "vitest";
import { sendTemplate } from "#app/domain/automation/sendTemplate.server.ts";
import { sendMessage } from "#app/domain/messaging/messages/send.server.ts";
import { sendGathered } from "#app/domain/messaging/messages/sendGathered.server.ts";
import { sendTemplateInConversation } from "#app/domain/messaging/messages/sendTemplate.server.ts";
import { startWithTemplate } from "#app/domain/messaging/messages/startWithTemplate.server.ts";
import { verifyLedger } from "#app/domain/money/ledger/verify.server.ts";
import { jobActor, type OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { createChats, newKey } from "#tests/support/chats.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { fillWallet } from "#tests/support/sending.ts";

const platform = setUpPlatform();
const chats = createChats(platform);

const phone = "+254712345678";
const words = ["Asha", "A-17"];

/** Runs SQL in which `$1` is the organisation. */
const sql = async (orgId: string, text: string, ...more: unknown[]) =>
  (await platform.services.db.owner.query(text, [orgId, ...more])).rows;

/** A shop that pays from a wallet, whose customer waits for an answer, and that a webhook endpoint listens to. */
async function prepaidShop(kes = 10) {
  const shop = await chats.shopWithCustomer();
  const { orgId } = shop.org;
  await sql(orgId, "update phone_numbers set status = 'CONNECTED' where org_id = $1");
  await sql(orgId, "update organisations set billing_type = 'prepaid' where id = $1");
  await sql(
    orgId,
    "update conversations set state = 'waiting', waiting_since = last_message_at, awaits_first_reply = true where org_id = $1",
  );
  await fillWallet(platform, shop.org, kes);
  const events = ["contact.created"];
  await platform.call("POST /developer/webhooks", { url: "https://shop.example/hook", events }, shop.org);
  const templateId = await chats.addTemplate(shop.org, shop.accountId);
  const ctx: OrgContext = { ...shop.org.ctx, actor: jobActor("run-rules"), requestId: "" };
  return { ...shop, templateId, ctx };
}
type Shop = Awaited<ReturnType<typeof prepaidShop>>;

interface Request {
  key: string;
  values?: readonly string[];
  to?: string;
}

const variablesOf = (values: readonly string[]) =>
  Object.fromEntries(values.map((value, n) => [String(n + 1), value]));

/** The ways by which a template is queued for one person. */
const entries: Record<string, (shop: Shop, request: Request) => Promise<unknown>> = {
  "a call of the API": ({ ctx, phoneNumberId: from }, { key, values = words, to = phone }) =>
    sendMessage({ ctx, input: { to, from, template: "order_ready", parameters: values, key } }),
  "a call of the API, gathered with others": (
    { ctx, phoneNumberId: from },
    { key, values = words, to = phone },
  ) => sendGathered({ ctx, input: { to, from, template: "order_ready", parameters: values, key } }),
  "a conversation": ({ ctx, conversationId, templateId }, { key, values = words }) =>
    sendTemplateInConversation({
      ctx,
      input: { conversationId, templateId, variables: variablesOf(values), key },
    }),
  "a contact's page": ({ ctx, contactId, phoneNumberId, templateId }, { key, values = words }) =>
    startWithTemplate({
      ctx,
      input: { contactId, phoneNumberId, templateId, variables: variablesOf(values), key },
    }),
  "a rule, by the number": ({ ctx, templateId }, { key, values = words, to = phone }) =>
    ctx.db.withOrg(ctx.orgId, (tx) =>
      sendTemplate(tx, ctx, { templateId, values: [...values], recipient: { phone: to }, key }),
    ),
  "a flow, in its conversation": ({ ctx, conversationId, templateId }, { key, values = words }) =>
    ctx.db.withOrg(ctx.orgId, (tx) =>
      sendTemplate(tx, ctx, { templateId, values: [...values], recipient: { conversationId }, key }),
    ),
};
const names = Object.keys(entries);

const tables = {
  messages: "direction = 'out'",
  conversations: "true",
  contacts: "true",
  holds: "true",
  journal_entries: "kind = 'hold'",
  postings: "account in ('held', 'wallet')",
  ledger_accounts: "true",
  monthly_usage: "true",
  events: "name like 'message.%' or name like 'conversation.%' or name like 'contact.%'",
  answered_waits: "true",
  webhook_deliveries: "true",
};

/** All rows that a message may leave behind, with the places of ids that differ. */
async function rowsOf({ org, phoneNumberId }: Shop): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const [table, condition] of Object.entries(tables)) {
    const found = await sql(
      org.orgId,
      `select to_jsonb(t)::text as row from ${table} t where org_id = $1 and (${condition})`,
    );
    rows[table] = found
      .map(({ row }) =>
        row
          .replaceAll(phoneNumberId, "pno")
          .replace(/\b([a-z]{3})_[0-9a-f]{16,}\b/g, "$1")
          .replace(/"(created|updated)_at": "[^"]+"/g, ""),
      )
      .sort();
  }
  return rows;
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "queued",
    (error: unknown) => {
      if (error instanceof DomainError) return error.code;
      throw error;
    },
  );

describe("a template for one person", () => {
  it.each(["prepaid", "postpaid"])("leaves the same rows by every entry, paid by a %s plan", async (plan) => {
    const results: Record<string, Record<string, unknown[]>> = {};
    for (const name of names) {
      const shop = await prepaidShop();
      await sql(shop.org.orgId, "update organisations set billing_type = $2 where id = $1", plan);
      await entries[name]!(shop, { key: newKey() });
      results[name] = await rowsOf(shop);
    }
    const [first, ...others] = names.map((name) => results[name]!);
    const counts = Object.fromEntries(Object.entries(first!).map(([table, { length }]) => [table, length]));
    expect(counts).toMatchObject({ messages: 1, holds: 1, journal_entries: 1, monthly_usage: 1 });
    expect(counts).toMatchObject({ events: 1, answered_waits: 1 });
    for (const other of others) expect(other).toEqual(first);
  });

  it("leaves the same rows for a number that is not a contact yet, with the event and its webhook", async () => {
    const results: Record<string, unknown[]>[] = [];
    for (const name of names.slice(0, 2).concat("a rule, by the number")) {
      const shop = await prepaidShop();
      await entries[name]!(shop, { key: newKey(), to: "+254712345679" });
      results.push(await rowsOf(shop));
    }
    const [first, ...others] = results;
    expect([first!.contacts!.length, first!.events!.length, first!.webhook_deliveries!.length]).toEqual([
      2, 2, 1,
    ]);
    for (const other of others) expect(other).toEqual(first);
  });

  it.each(names)("is queued and paid once for one key, by %s", async (name) => {
    const shop = await prepaidShop();
    const request = { key: newKey() };
    await Promise.all([entries[name]!(shop, request), entries[name]!(shop, request)]);
    const once = await rowsOf(shop);
    await sql(shop.org.orgId, "update contacts set opted_out_at = now() where org_id = $1");
    await entries[name]!(shop, request);
    await sql(shop.org.orgId, "update contacts set opted_out_at = null where org_id = $1");
    expect(await rowsOf(shop)).toEqual(once);
    expect([once.messages!.length, once.holds!.length]).toEqual([1, 1]);
    await entries[name]!(shop, { ...request, values: ["Asha", "A-18"] });
    const again = await rowsOf(shop);
    expect([again.messages!.length, again.holds!.length]).toEqual([2, 2]);
  });

  it.each(names)("is refused for the same reasons in the same order, by %s", async (name) => {
    const shop = await prepaidShop(1);
    const { orgId } = shop.org;
    const otherAccount = "update templates set whatsapp_account_id = $2 where org_id = $1";
    await sql(orgId, otherAccount, "wac_of_another_number");
    await sql(orgId, "update templates set category = 'MARKETING', status = 'REJECTED' where org_id = $1");
    await sql(orgId, "update contacts set opted_out_at = now(), consent = 'none' where org_id = $1");
    await sql(orgId, "update whatsapp_accounts set status = 'disconnected' where org_id = $1");
    await sql(
      orgId,
      "insert into suspensions (org_id, id, level, reason, started_by, started_at) values ($1, 'sus_1', 'sends', 'Spam', 'usr_1', now())",
    );
    const before = await rowsOf(shop);
    const request = { key: newKey(), values: [] as readonly string[] };
    const code = () => codeOf(entries[name]!(shop, request));
    const codes = [await code()];
    const repairs = [
      () => sql(orgId, "update suspensions set ended_at = now() where org_id = $1"),
      () => sql(orgId, "update whatsapp_accounts set status = 'connected' where org_id = $1"),
      () => sql(orgId, otherAccount, shop.accountId),
      () => sql(orgId, "update contacts set opted_out_at = null where org_id = $1"),
      () => sql(orgId, "update contacts set consent = 'granted' where org_id = $1"),
      () => sql(orgId, "update templates set status = 'APPROVED' where org_id = $1"),
      () => Object.assign(request, { values: words }),
    ];
    for (const repair of repairs) {
      await repair();
      codes.push(await code());
    }
    // A rule looks for a connected number first.
    const isByNumber = name === "a rule, by the number";
    expect(codes).toEqual([
      isByNumber ? "whatsapp_number.none_connected" : "organisation.suspended",
      isByNumber ? "whatsapp_number.none_connected" : "conversation.number_disconnected",
      "template.not_found",
      "contact.opted_out",
      "contact.no_consent",
      "template.not_sendable",
      "template.variables_missing",
      "wallet.too_little",
    ]);
    // Counters may have been created at zero.
    const zeros = { contacts: [], ledger_accounts: [], monthly_usage: [] };
    expect({ ...(await rowsOf(shop)), ...zeros }).toEqual({ ...before, ...zeros });
    await fillWallet(platform, shop.org, 1);
    expect(await code()).toBe("queued");
  });
});

describe("templates by all entries at the same moment", () => {
  const all = (shop: Shop, keyOf: (n: number) => string) =>
    Promise.all(names.map((name, n) => codeOf(entries[name]!(shop, { key: keyOf(n) }))));

  it("are each queued and paid once", async () => {
    const shop = await prepaidShop(100);
    const run = newKey();
    const rounds = [0, 1, 2].map((round) => all(shop, (n) => `${run}:${round}:${n}`));
    expect((await Promise.all(rounds)).flat().filter((code) => code !== "queued")).toEqual([]);
    const { messages, holds } = await rowsOf(shop);
    expect([messages!.length, holds!.length]).toEqual([3 * names.length, 3 * names.length]);
    expect((await verifyLedger(platform.services)).broken).toBeNull();
  });

  it("are one message when they have one key", async () => {
    const shop = await prepaidShop(100);
    const key = newKey();
    expect(new Set(await all(shop, () => key))).toEqual(new Set(["queued"]));
    const { messages, holds } = await rowsOf(shop);
    expect([messages!.length, holds!.length]).toEqual([1, 1]);
  });

  it("share a wallet that pays for two of them", async () => {
    const shop = await prepaidShop(5);
    const run = newKey();
    const codes = await all(shop, (n) => `${run}:${n}`);
    expect(codes.filter((code) => code === "queued")).toHaveLength(2);
    expect(codes.filter((code) => code === "wallet.too_little")).toHaveLength(names.length - 2);
    const { messages, holds } = await rowsOf(shop);
    expect([messages!.length, holds!.length]).toEqual([2, 2]);
    expect((await verifyLedger(platform.services)).broken).toBeNull();
  });
});
