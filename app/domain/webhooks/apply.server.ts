import { inArray } from "drizzle-orm";
import type { Services } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp.ts";
import { applyTemplateEvent } from "#app/domain/templates/applyEvent.server.ts";
import { clientOf } from "#app/jobs/sender/results.server.ts";
import type { OrgId } from "#app/shared/ids.ts";
import { applyAccountEvent } from "./account.server.ts";
import type { MessagesValue, Status, WebhookBody } from "./events.ts";
import { applyInbound, applyPreferences } from "./inbound.server.ts";
import { applyStatuses } from "./statuses.server.ts";

const maxEvents = 100;
const maxAttempts = 5;

const templateFields = new Set([
  "message_template_status_update",
  "message_template_quality_update",
  "message_template_components_update",
  "template_category_update",
]);

interface Stored {
  id: number;
  body: string;
  attempts: number;
}

/**
 * Applies the oldest webhooks that wait, in one transaction; another process takes others. Answers how many it took.
 * When one of them cannot be applied, they are applied one by one, and the bad one keeps its error; after five tries
 * it is set aside and support sees it.
 */
export async function applyWaitingWebhooks(services: Services): Promise<number> {
  try {
    return await services.db.withSystem(async (tx) => {
      const events = await takeWaiting(tx, maxEvents);
      await applyEvents(
        tx,
        events.map((event) => event.body),
      );
      await settle(tx, events);
      return events.length;
    });
  } catch (error) {
    services.log.warn({ err: error }, "webhooks are applied one by one");
    return applyOneByOne(services);
  }
}

async function applyOneByOne(services: Services): Promise<number> {
  const ids = await services.db.withSystem(async (tx) =>
    (await takeWaiting(tx, maxEvents)).map((event) => event.id),
  );
  let passing = false;
  for (const id of ids) {
    try {
      await services.db.withSystem(async (tx) => {
        const { rows } = await clientOf(tx).query<Stored>({
          text: "select id, body, attempts from webhook_events where id = $1 and processed_at is null for update skip locked",
          values: [id],
        });
        await applyEvents(
          tx,
          rows.map((row) => row.body),
        );
        await settle(tx, rows);
      });
    } catch (error) {
      services.log.error({ err: error, webhookEventId: id }, "webhook not applied");
      if (isPassing(error)) passing = true;
      else await setAside(services, id, error);
    }
  }
  // After a passing trouble the caller rests before it looks again.
  return passing ? 0 : ids.length;
}

/**
 * PostgreSQL was away, out of something, or chose this transaction to end a deadlock (SQLSTATE classes), or the
 * connection broke (`E…` of the system): the event is not to blame.
 */
function isPassing(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return /^(08|40|53|55|57)...$|^E[A-Z]+$/.test(cause?.code ?? code ?? "");
}

async function setAside(services: Services, id: number, error: unknown): Promise<void> {
  try {
    await services.db.system.query({
      text: `update webhook_events set attempts = attempts + 1, error = $2,
        processed_at = case when attempts + 1 >= $3 then now() end where id = $1`,
      values: [id, String(error).replaceAll("\0", "").slice(0, 2000), maxAttempts],
    });
  } catch (failure) {
    services.log.error({ err: failure, webhookEventId: id }, "webhook not set aside");
  }
}

async function takeWaiting(tx: Tx, limit: number): Promise<Stored[]> {
  const { rows } = await clientOf(tx).query<Stored>({
    name: "take-webhooks",
    text: "select id, body, attempts from webhook_events where processed_at is null order by id limit $1 for update skip locked",
    values: [limit],
  });
  return rows;
}

const settle = (tx: Tx, events: readonly Stored[]) =>
  clientOf(tx).query({
    name: "settle-webhooks",
    text: "update webhook_events set processed_at = now(), error = null where id = any($1)",
    values: [events.map((event) => event.id)],
  });

/** Applies bodies in the order in which they came. Statuses of one organisation are applied together. */
export async function applyEvents(tx: Tx, bodies: readonly string[]): Promise<void> {
  const changes = bodies.flatMap((text) => {
    const body = JSON.parse(text, withoutNul) as WebhookBody;
    return (body.entry ?? []).flatMap((entry) =>
      (entry.changes ?? []).map((change) => ({
        wabaId: entry.id ?? "",
        time: entry.time,
        field: change.field ?? "",
        value: change.value,
      })),
    );
  });
  const numberOf = (value: unknown) => (value as MessagesValue | undefined)?.metadata?.phone_number_id;
  const owners = await ownersOf(
    tx,
    changes.flatMap((change) => numberOf(change.value) ?? []),
    changes.flatMap((change) => [change.wabaId, partnerWaba(change.value)].filter((id) => id !== undefined)),
  );
  const statuses = new Map<OrgId, Status[]>();
  for (const { wabaId, time, field, value } of changes) {
    const phoneNumberId = numberOf(value);
    const orgId =
      (phoneNumberId ? owners.byNumber.get(phoneNumberId) : undefined) ??
      owners.byWaba.get(partnerWaba(value) ?? wabaId) ??
      owners.byWaba.get(wabaId);
    // A number or account of nobody here: Meta's test button, or one that was disconnected.
    if (!orgId) continue;
    if (field === "messages" && phoneNumberId) {
      const messagesValue = value as MessagesValue;
      await applyInbound(tx, orgId, phoneNumberId, messagesValue);
      if (messagesValue.statuses)
        statuses.set(orgId, [...(statuses.get(orgId) ?? []), ...messagesValue.statuses]);
    } else if (field === "user_preferences") {
      await applyPreferences(tx, orgId, value as MessagesValue);
    } else if (templateFields.has(field)) {
      await applyTemplateEvent(tx, { field, value, wabaId });
    } else {
      await applyAccountEvent(tx, { orgId, wabaId: partnerWaba(value) ?? wabaId, field, value, time });
    }
  }
  for (const [orgId, list] of [...statuses].sort(([a], [b]) => (a < b ? -1 : 1)))
    await applyStatuses(tx, clientOf(tx), orgId, list);
}

/** PostgreSQL stores no NUL, which a customer's text may hold as `\\u0000`. */
const withoutNul = (_: string, value: unknown) =>
  typeof value === "string" ? value.replaceAll("\0", "") : value;

const partnerWaba = (value: unknown): string | undefined =>
  (value as { waba_info?: { waba_id?: string } } | undefined)?.waba_info?.waba_id;

async function ownersOf(tx: Tx, numbers: string[], wabas: string[]) {
  const byNumber = new Map<string, OrgId>();
  const byWaba = new Map<string, OrgId>();
  if (numbers.length > 0) {
    const rows = await tx
      .select({ orgId: phoneNumbers.orgId, id: phoneNumbers.phoneNumberId })
      .from(phoneNumbers)
      .where(inArray(phoneNumbers.phoneNumberId, [...new Set(numbers)]));
    for (const { orgId, id } of rows) byNumber.set(id, orgId);
  }
  if (wabas.length > 0) {
    const rows = await tx
      .select({ orgId: whatsappAccounts.orgId, id: whatsappAccounts.wabaId })
      .from(whatsappAccounts)
      .where(inArray(whatsappAccounts.wabaId, [...new Set(wabas)]));
    for (const { orgId, id } of rows) byWaba.set(id, orgId);
  }
  return { byNumber, byWaba };
}
