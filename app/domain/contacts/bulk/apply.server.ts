import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { recordConsent, stopMarketing } from "#app/domain/contacts/consent.server.ts";
import { eraseContact } from "#app/domain/contacts/erase.server.ts";
import { contactDeleted } from "#app/domain/contacts/events.ts";
import { maxTags } from "#app/domain/contacts/schemas.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { CheckedChange } from "./check.server.ts";

/** Runs the action on these contacts; returns how many it changed. */
export async function applyToSome(
  tx: Tx,
  ctx: OrgContext,
  ids: string[],
  change: CheckedChange,
): Promise<number> {
  switch (change.act) {
    case "add_tag":
    case "remove_tag":
    case "set_field":
      return applyBySql(tx, ctx, ids, change);
    case "record_consent":
      return recordConsent(tx, ctx, { contactIds: ids, ...change.consent! });
    case "withdraw_consent":
      return withdraw(tx, ctx, ids);
    case "delete":
      for (const contactId of ids) {
        await eraseContact(tx, ctx, contactId);
        await record(tx, ctx, contactDeleted, { subject: contactId, data: {} });
      }
      return ids.length;
  }
}

async function applyBySql(
  tx: Tx,
  ctx: OrgContext,
  ids: string[],
  { act, tag, field, value }: CheckedChange,
): Promise<number> {
  const ours = sql`org_id = ${ctx.orgId} and id = any(${sql.param(ids)}::text[])`;
  const now = sql`updated_at = ${ctx.clock.now().toISOString()}::timestamptz`;
  const statement = {
    add_tag: sql`update contacts set tags = array_append(tags, ${tag}::text), ${now}
      where ${ours} and not (${tag}::text = any(tags)) and cardinality(tags) < ${maxTags}::int`,
    remove_tag: sql`update contacts set tags = array_remove(tags, ${tag}::text), ${now}
      where ${ours} and ${tag}::text = any(tags)`,
    set_field: value
      ? sql`update contacts set fields = united_fields(fields, jsonb_build_object(${field}::text, ${value}::text)), ${now}
          where ${ours} and contact_field(fields, ${field}::text) is distinct from ${value}::text`
      : sql`update contacts set ${now}, fields = (select coalesce(jsonb_object_agg(key, v), '{}') from jsonb_each(fields) as e(key, v) where lower(key) <> lower(${field}::text))
          where ${ours} and contact_field(fields, ${field}::text) is not null`,
  }[act as "add_tag" | "remove_tag" | "set_field"];
  return (await tx.execute(statement)).rowCount ?? 0;
}

async function withdraw(tx: Tx, ctx: OrgContext, ids: string[]): Promise<number> {
  let changed = 0;
  for (const contactId of ids) {
    const done = await stopMarketing(tx, {
      orgId: ctx.orgId,
      contactId,
      source: "member",
      at: ctx.clock.now(),
      actor: ctx.actor,
    });
    if (done.changed) changed++;
  }
  return changed;
}
