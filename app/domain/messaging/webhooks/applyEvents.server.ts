import { clientOf, type Tx } from "#app/db/client.server.ts";
import { eachOf } from "#app/db/eachOf.ts";
import { receiveInInbox } from "#app/domain/messaging/inbox/receive.server.ts";
import { fetchLater } from "#app/domain/messaging/media/fetchLater.server.ts";
import { applyTemplateEvent } from "#app/domain/whatsapp/templates/applyEvent.server.ts";
import { applyAccountEvent } from "#app/domain/whatsapp/webhookEvents/account.server.ts";
import { partnerWaba } from "#app/domain/whatsapp/webhookEvents/address.ts";
import type { CallsValue, MessagesValue, WebhookBody } from "#app/domain/whatsapp/webhookEvents/events.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { callsAsMessages } from "./calls.ts";
import { applyEchoes } from "./echoes.server.ts";
import { applyInbound } from "./inbound.server.ts";
import { applyPreferences } from "./preferences.server.ts";
import { applyStatuses } from "./statuses.server.ts";
import { isQuiet, recordTraffic } from "./traffic.server.ts";
import { recordValueErrors } from "./valueErrors.server.ts";

const templateFields = new Set([
  "message_template_status_update",
  "message_template_quality_update",
  "message_template_components_update",
  "template_category_update",
]);

/** Applies bodies in the order in which they came to each organisation; its statuses are applied together, at its end. */
export async function applyEvents(tx: Tx, services: Services, bodies: readonly string[]): Promise<void> {
  const { owned, quiet } = await ownedChanges(tx, bodies);
  const heard = new Set(owned.map(({ wabaId }) => wabaId).filter((wabaId) => quiet.has(wabaId)));
  if (heard.size > 0) await recordTraffic(tx, [...heard], "last_webhook_at");
  const byOrg = Map.groupBy(owned, ({ orgId }) => orgId);
  // One organisation after the other, in one order, so that batches of several processes do not wait for each other in a circle.
  for (const orgId of [...byOrg.keys()].sort()) await applyOfOrg(tx, services, orgId, byOrg.get(orgId)!);
}

interface Change {
  orgId: OrgId;
  wabaId: string;
  time: number | undefined;
  field: string;
  value: unknown;
  phoneNumberId: string | undefined;
}

/** A change of the field `messages`: what customers wrote, statuses of what was sent, and trouble. */
type MessagesChange = Change & { phoneNumberId: string; value: MessagesValue };

const isOfMessages = (change: Change): change is MessagesChange =>
  change.field === "messages" && change.phoneNumberId !== undefined;

async function applyOfOrg(
  tx: Tx,
  services: Services,
  orgId: OrgId,
  changes: readonly Change[],
): Promise<void> {
  let run: MessagesChange[] = [];
  for (const change of changes) {
    if (isOfMessages(change)) {
      run.push({ ...change, value: change.value ?? {} });
      continue;
    }
    await applyMessages(tx, services, orgId, run);
    run = [];
    await applyOther(tx, services, change);
  }
  await applyMessages(tx, services, orgId, run);
  const values = changes.filter(isOfMessages).map(({ value }) => value ?? {});
  const reports = values.filter(({ statuses }) => statuses);
  const statuses = reports.flatMap((value) => value.statuses ?? []);
  const people = reports.flatMap(({ contacts = [] }) =>
    contacts.map(({ wa_id, user_id }) => ({ waId: wa_id, bsuid: user_id })),
  );
  if (statuses.length > 0) await applyStatuses(tx, services, orgId, statuses, people);
}

/** What customers wrote in changes that came one after the other, each number's together. */
async function applyMessages(
  tx: Tx,
  services: Services,
  orgId: OrgId,
  changes: readonly MessagesChange[],
): Promise<void> {
  const { clock, log } = services;
  const waiting: string[] = [];
  for (const [phoneNumberId, ofNumber] of Map.groupBy(changes, (change) => change.phoneNumberId)) {
    const values = ofNumber.map(({ value }) => value);
    const applied = await applyInbound(tx, services, orgId, phoneNumberId, ...values);
    waiting.push(...applied.waiting);
    await fetchLater(tx, services, orgId, applied.mediaIds);
    if (applied.leftOut.length > 0) log.info({ orgId, wamids: applied.leftOut }, "messages in no thread");
    for (const value of values) {
      const { codes } = await recordValueErrors(tx, orgId, phoneNumberId, value, clock.now());
      if (codes.length > 0) log.warn({ orgId, phoneNumberId, codes }, "WhatsApp reported trouble");
    }
  }
  if (waiting.length === 0) return;
  await receiveInInbox(tx, services, orgId, waiting);
}

/** One change of another field. */
async function applyOther(tx: Tx, services: Services, change: Change): Promise<void> {
  const { orgId, phoneNumberId, wabaId, time, field, value } = change;
  const now = services.clock.now();
  if (field === "smb_message_echoes" && phoneNumberId) {
    const { mediaIds } = await applyEchoes(tx, services, { orgId, phoneNumberId }, value as MessagesValue);
    await fetchLater(tx, services, orgId, mediaIds);
  } else if (field === "user_preferences") {
    await applyPreferences(tx, services, orgId, value as MessagesValue);
  } else if (templateFields.has(field)) {
    await applyTemplateEvent(tx, { field, value, wabaId }, services.clock);
  } else {
    const about = partnerWaba(value) ?? wabaId;
    const { appId } = services.config.meta;
    await applyAccountEvent(tx, { orgId, wabaId: about, field, value, time, appId, now });
  }
}

/** The changes of connected numbers and accounts, and the accounts of which nothing was recorded for a minute. */
async function ownedChanges(
  tx: Tx,
  bodies: readonly string[],
): Promise<{ owned: Change[]; quiet: ReadonlySet<string> }> {
  const changes = bodies.flatMap((text) => {
    const body = JSON.parse(text, storable) as WebhookBody;
    return (body.entry ?? []).flatMap((entry) =>
      (entry.changes ?? []).map(({ field = "", value }) => ({
        wabaId: entry.id ?? "",
        time: entry.time,
        ...(field === "calls"
          ? { field: "messages", value: callsAsMessages((value ?? {}) as CallsValue) }
          : { field, value }),
      })),
    );
  });
  const numberOf = (value: unknown) => (value as MessagesValue | undefined)?.metadata?.phone_number_id;
  const owners = await ownersOf(
    tx,
    changes.flatMap((change) => numberOf(change.value) ?? []),
    changes.flatMap((change) => [change.wabaId, partnerWaba(change.value)].filter((id) => id !== undefined)),
  );
  const owned = changes.flatMap((change) => {
    const { wabaId, value } = change;
    const phoneNumberId = numberOf(value);
    const orgId =
      (phoneNumberId ? owners.byNumber.get(phoneNumberId) : undefined) ??
      owners.byWaba.get(partnerWaba(value) ?? wabaId) ??
      owners.byWaba.get(wabaId);
    // Number or account not connected here: Meta's test button, or a disconnected one.
    return orgId ? [{ ...change, orgId, phoneNumberId }] : [];
  });
  return { owned, quiet: owners.quiet };
}

/** PostgreSQL stores neither NUL nor half a surrogate pair; a customer's text may hold both, as `\\u0000` and `\\ud83d`. */
const storable = (_: string, value: unknown) =>
  typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value;

async function ownersOf(tx: Tx, numbers: readonly string[], wabas: readonly string[]) {
  const { rows } = await clientOf(tx).query<{ kind: string; id: string; orgId: OrgId; isQuiet: boolean }>({
    name: "owners-of-webhooks",
    text: `select 'number' as kind, phone_number_id as id, org_id as "orgId", false as "isQuiet"
        from phone_numbers where phone_number_id = any(${eachOf("$1")})
      union all select 'account', waba_id, org_id, ${isQuiet("last_webhook_at")}
        from whatsapp_accounts where waba_id = any(${eachOf("$2")})`,
    values: [[...new Set(numbers)], [...new Set(wabas)]],
  });
  const of = (wanted: string) =>
    new Map(rows.flatMap(({ kind, id, orgId }) => (kind === wanted ? [[id, orgId] as const] : [])));
  const quiet = new Set(rows.flatMap((row) => (row.isQuiet ? row.id : [])));
  return { byNumber: of("number"), byWaba: of("account"), quiet };
}
