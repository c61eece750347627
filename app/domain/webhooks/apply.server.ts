import { inArray } from "drizzle-orm";
import type { Services } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { isPassing } from "#app/db/passing.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp.ts";
import { applyTemplateEvent } from "#app/domain/templates/applyEvent.server.ts";
import { clientOf } from "#app/jobs/sender/results.server.ts";
import { summariseError } from "#app/shared/describeError.ts";
import type { OrgId } from "#app/shared/ids.ts";
import { applyAccountEvent } from "./account.server.ts";
import type { MessagesValue, Status, WebhookBody } from "./events.ts";
import { applyInbound, applyPreferences } from "./inbound.server.ts";
import { partsOf } from "./parts.ts";
import { applyStatuses } from "./statuses.server.ts";

const maxEvents = 100;

const templateFields = new Set([
  "message_template_status_update",
  "message_template_quality_update",
  "message_template_components_update",
  "template_category_update",
]);

interface Stored {
  id: number;
  body: string;
}

/**
 * Applies the oldest webhooks that wait, in one transaction; another process takes others. Answers how many it took.
 * When one of them cannot be applied, they are applied one by one, and the bad one in parts.
 */
export async function applyWaitingWebhooks(services: Services): Promise<number> {
  try {
    return await services.db.withSystem(async (tx) => {
      const events = await takeWaiting(tx, maxEvents);
      const bodies = events.map((event) => event.body);
      await applyEvents(tx, services.config.meta, bodies);
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
        const rows = await take(tx, id);
        const bodies = rows.map((row) => row.body);
        await applyEvents(tx, services.config.meta, bodies);
        await settle(tx, rows);
      });
    } catch (error) {
      services.log.error({ err: error, webhookEventId: id }, "webhook not applied");
      if (isPassing(error) || !(await applyInParts(services, id))) passing = true;
    }
  }
  // After a passing trouble the caller rests before it looks again.
  return passing ? 0 : ids.length;
}

/** What of a webhook can be applied is; it keeps the errors of the rest, and support sees them. False: not now. */
async function applyInParts(services: Services, id: number): Promise<boolean> {
  try {
    await services.db.withSystem(async (tx) => {
      const [event] = await take(tx, id);
      if (!event) return;
      const errors: string[] = [];
      for (const part of partsOf(JSON.parse(event.body))) {
        try {
          await tx.transaction((inner) => applyEvents(inner, services.config.meta, [JSON.stringify(part)]));
        } catch (error) {
          if (isPassing(error)) throw error;
          services.log.error({ err: error, webhookEventId: id }, "part of a webhook not applied");
          errors.push(summariseError(error));
        }
      }
      await clientOf(tx).query({
        text: "update webhook_events set processed_at = now(), error = $2 where id = $1",
        values: [id, errors.join("\n").replaceAll("\0", "").toWellFormed().slice(0, 2000) || null],
      });
    });
  } catch (error) {
    services.log.error({ err: error, webhookEventId: id }, "webhook waits to be applied in parts");
    return false;
  }
  return true;
}

const take = async (tx: Tx, id: number): Promise<Stored[]> =>
  (
    await clientOf(tx).query<Stored>({
      text: "select id, body from webhook_events where id = $1 and processed_at is null for update skip locked",
      values: [id],
    })
  ).rows;

async function takeWaiting(tx: Tx, limit: number): Promise<Stored[]> {
  const { rows } = await clientOf(tx).query<Stored>({
    name: "take-webhooks",
    text: "select id, body from webhook_events where processed_at is null order by id limit $1 for update skip locked",
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

/** Applies bodies in the order in which they came to each organisation; its statuses are applied together. `appId`: our own. */
export async function applyEvents(
  tx: Tx,
  { appId }: { appId: string },
  bodies: readonly string[],
): Promise<void> {
  const changes = bodies.flatMap((text) => {
    const body = JSON.parse(text, storable) as WebhookBody;
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
  const owned = changes.flatMap((change) => {
    const { wabaId, value } = change;
    const phoneNumberId = numberOf(value);
    const orgId =
      (phoneNumberId ? owners.byNumber.get(phoneNumberId) : undefined) ??
      owners.byWaba.get(partnerWaba(value) ?? wabaId) ??
      owners.byWaba.get(wabaId);
    // A number or account of nobody here: Meta's test button, or one that was disconnected.
    return orgId ? [{ ...change, orgId, phoneNumberId }] : [];
  });
  // Organisations in one order, so that batches of several processes do not wait for each other in a circle.
  owned.sort((a, b) => (a.orgId < b.orgId ? -1 : a.orgId > b.orgId ? 1 : 0));
  for (const { orgId, phoneNumberId, wabaId, time, field, value } of owned) {
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
      const about = partnerWaba(value) ?? wabaId;
      await applyAccountEvent(tx, { orgId, wabaId: about, field, value, time, appId });
    }
  }
  for (const [orgId, list] of statuses) await applyStatuses(tx, clientOf(tx), orgId, list);
}

/** PostgreSQL stores neither NUL nor half a surrogate pair; a customer's text may hold both, as `\\u0000` and `\\ud83d`. */
const storable = (_: string, value: unknown) =>
  typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value;

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
