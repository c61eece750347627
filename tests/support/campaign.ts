import { sql } from "drizzle-orm";
import { campaigns, campaignTotals } from "#app/db/schema/messaging/campaigns.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { campaignReasonWords } from "#app/domain/messaging/campaigns/reasonWords.ts";
import type { Services } from "#app/platform/context.ts";
import type { Reason } from "#app/platform/errors.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { sealSecret } from "#app/platform/secrets/secretBox.server.ts";

/** A simulated account, as returned by `POST /_sim/accounts`. */
export interface SimulatedAccount {
  wabaId: string;
  phoneNumberId: string;
  accessToken: string;
}

export async function control<T>(
  simulatorUrl: string,
  path: string,
  body?: unknown,
  method = "POST",
): Promise<T> {
  const answer = await fetch(`${simulatorUrl}/_sim${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  const text = await answer.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

interface LedgerLine {
  /** ISO 8601. */
  at: string;
  to: string;
  wamid: string;
  bizOpaqueCallbackData: string | null;
}

/** The messages that the simulator accepted from one number. */
export async function ledgerOf(simulatorUrl: string, phoneNumberId: string) {
  const answer = await fetch(`${simulatorUrl}/_sim/ledger?phoneNumberId=${phoneNumberId}`);
  return (await answer.text())
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LedgerLine);
}

/** Creates an approved template on the simulator and returns its Meta id. */
export async function approvedTemplate(
  simulatorUrl: string,
  account: SimulatedAccount,
  name: string,
): Promise<string> {
  const answer = await fetch(`${simulatorUrl}/v25.0/${account.wabaId}/message_templates`, {
    method: "POST",
    headers: { authorization: `Bearer ${account.accessToken}`, "content-type": "application/json" },
    body: JSON.stringify({ name, language: "en", category: "UTILITY", components: templateComponents }),
  });
  const { id } = (await answer.json()) as { id: string };
  await control(simulatorUrl, "/templates", { templateId: id, event: "APPROVED" });
  return id;
}

const templateComponents = [
  { type: "BODY" as const, text: "Habari {{1}}, your order is ready.", example: { body_text: [["Asha"]] } },
];

/** Connects an organisation to a number with an approved template, written directly to the database. */
export async function connectNumber(
  services: Services,
  orgId: OrgId,
  account: SimulatedAccount,
  options: { metaTemplateId?: string; throughputPerSecond?: number; templateName?: string } = {},
): Promise<{ templateId: string; phoneNumberId: string }> {
  const accountId = newId("wac");
  const templateId = newId("tpl");
  await services.db.withSystem(async (tx) => {
    await tx.insert(organisations).values({ id: orgId, name: "Duka Letu" }).onConflictDoNothing();
    await tx.insert(whatsappAccounts).values({
      orgId,
      id: accountId,
      wabaId: account.wabaId,
      name: "Duka Letu",
      status: "connected",
      tokenEncrypted: sealSecret(
        services.config.encryptionKeys,
        `whatsapp_accounts:${orgId}:${accountId}`,
        account.accessToken,
      ),
    });
    await tx.insert(phoneNumbers).values({
      orgId,
      id: newId("pno"),
      whatsappAccountId: accountId,
      phoneNumberId: account.phoneNumberId,
      displayPhoneNumber: "+254 700 111 222",
      verifiedName: "Duka Letu",
      status: "CONNECTED",
      throughputPerSecond: options.throughputPerSecond ?? 1000,
    });
    await tx.insert(templates).values({
      orgId,
      id: templateId,
      whatsappAccountId: accountId,
      metaTemplateId: options.metaTemplateId ?? null,
      name: options.templateName ?? "order_ready",
      language: "en",
      category: "UTILITY",
      status: "APPROVED",
      components: templateComponents,
    });
  });
  return { templateId, phoneNumberId: account.phoneNumberId };
}

/**
 * A campaign that is being sent to `recipients` generated contacts, without quote and hold: the engine's
 * starting point, with the statistics that preparing a campaign updates. Recipient n has the number +2547 and
 * eight digits of n.
 */
export async function sendingCampaign(
  services: Services,
  input: {
    orgId: OrgId;
    templateId: string;
    phoneNumberId: string;
    recipients: number;
    status?: "sending" | "paused";
  },
): Promise<string> {
  const campaignId = newId("cmp");
  await services.db.for("long").withSystem(async (tx) => {
    await tx.execute(sql`
      insert into contacts (org_id, id, phone, name)
      select ${input.orgId}, 'con_' || lpad(n::text, 12, '0'), '+2547' || lpad(n::text, 8, '0'), 'Customer ' || n
      from generate_series(1, ${input.recipients}::int) n on conflict do nothing`);
    await tx.insert(campaigns).values({
      orgId: input.orgId,
      id: campaignId,
      name: "Order ready",
      status: "draft",
      templateId: input.templateId,
      phoneNumberId: input.phoneNumberId,
      audience: { kind: "all" },
      recipientCount: input.recipients,
      startedAt: new Date(),
    });
    await tx.execute(sql`
      insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, campaign_id, sequence, template_id, variables)
      select ${input.orgId}, new_id('msg'), 'out', 'template', 'queued', ${input.phoneNumberId}, 'con_' || lpad(n::text, 12, '0'),
        '+2547' || lpad(n::text, 8, '0'), ${campaignId}, n, ${input.templateId}, jsonb_build_object('1', 'Customer ' || n)
      from generate_series(1, ${input.recipients}::int) n`);
    await tx
      .insert(campaignTotals)
      .values({ orgId: input.orgId, campaignId, state: "queued", count: input.recipients });
  });
  await services.db
    .for("long")
    .withOrg(input.orgId, (tx) =>
      tx.execute(sql`select analyze_messages_after(${input.recipients}::int, now())`),
    );
  await services.db.withSystem(async (tx) => {
    await tx.execute(
      sql`update campaigns set status = ${input.status ?? "sending"} where org_id = ${input.orgId} and id = ${campaignId}`,
    );
    await tx.execute(sql`select pg_notify('tarishi_sender', ${input.phoneNumberId})`);
  });
  return campaignId;
}

/** A campaign's rows by state, as counted and by its totals, at one moment. */
export async function statesOf(services: Services, orgId: OrgId, campaignId: string) {
  const { rows } = await services.db.system.query<{
    rows: Record<string, number> | null;
    totals: Record<string, number> | null;
    status: string;
    status_reason: Reason | null;
  }>(
    `select
      (select jsonb_object_agg(state, count) from (
        select state, count(*)::int as count from messages where org_id = $1 and campaign_id = $2 group by 1) r) as rows,
      (select jsonb_object_agg(state, count) from campaign_totals where org_id = $1 and campaign_id = $2 and count <> 0) as totals,
      status, status_reason
    from campaigns where org_id = $1 and id = $2`,
    [orgId, campaignId],
  );
  const found = rows[0];
  if (!found) throw new Error(`no campaign ${campaignId}`);
  return {
    rows: found.rows ?? {},
    totals: found.totals ?? {},
    campaign: { status: found.status, status_reason: campaignReasonWords(found.status_reason) },
  };
}

/** After this long it prints what it waits for, and repeats it at this interval. */
const reportEveryMs = 40_000;

/**
 * Waits for an external condition, with a limit, when there is no event to wait for. A long wait prints what
 * it waits for and its `state`.
 */
export async function until<T>(
  what: string,
  read: () => Promise<T | undefined | false>,
  limitMs = 60_000,
  state: () => Promise<unknown> = async () => undefined,
): Promise<T> {
  const startedAt = Date.now();
  const report = async () =>
    JSON.stringify({
      waitingFor: what,
      seconds: Math.round((Date.now() - startedAt) / 1000),
      state: await state().catch((error: Error) => error.message),
    });
  let saidAt = startedAt;
  for (;;) {
    const seen = await read();
    if (seen) return seen;
    if (Date.now() > startedAt + limitMs)
      throw new Error(`waited ${limitMs} ms in vain for: ${what}\n${await report()}`);
    if (Date.now() > saidAt + reportEveryMs) {
      saidAt = Date.now();
      // Not an error: a busy machine takes longer.
      console.log(await report());
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/**
 * Details of a campaign that does not end: its rows by state and age, its sender, and PostgreSQL's activity.
 */
export async function standOf(services: Services, campaignId: string): Promise<unknown> {
  const { system } = services.db;
  const rows = await system.query(
    `select state, min(sequence) as first, max(sequence) as last, count(*)::int as count, min(due_at) as due, max(doubts) as doubts
      from messages where campaign_id = $1 and state in ('queued', 'unknown', 'accepted', 'sent') group by state`,
    [campaignId],
  );
  const campaign = await system.query(
    `select c.status, c.status_reason, c.next_sequence, d.holder, d.expires_at,
        (select count(*)::int from send_leases l where l.campaign_id = c.id) as leases
      from campaigns c left join dispatchers d on d.phone_number_id = c.phone_number_id where c.id = $1`,
    [campaignId],
  );
  const statements = await system.query(
    `select application_name, state, wait_event_type, now() - query_start as since, left(query, 100) as query from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
  );
  return { rows: rows.rows, campaign: campaign.rows, statements: statements.rows };
}
