import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contactImports } from "#app/db/schema/contacts/imports.ts";
import type { Refusal } from "#app/domain/contacts/importRefusals.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { mergeRows } from "./mergeRows.ts";
import type { ImportedContact } from "./readRow.ts";

export interface Batch {
  contacts: ImportedContact[];
  rejected: { line: number; row: string[]; reason: Refusal }[];
  /** Bytes of the file read when the batch was closed. */
  bytesDone: number;
}

export interface ImportRun {
  importId: string;
  fileName: string;
  startedAt: Date;
}

/**
 * Applies one batch and updates the import's progress in the same transaction, so that a batch counts once.
 * Returns false when another process applied it or the import has stopped.
 */
export async function applyBatch(
  ctx: OrgContext,
  run: ImportRun,
  rowsBefore: number,
  batch: Batch,
): Promise<boolean> {
  const rows = batch.contacts.length + batch.rejected.length;
  const merged = mergeRows(batch.contacts);
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [taken] = await tx
      .update(contactImports)
      .set({
        rowsRead: rowsBefore + rows,
        bytesDone: batch.bytesDone,
        rejected: sql`${contactImports.rejected} + ${batch.rejected.length}`,
      })
      .where(
        and(
          eq(contactImports.orgId, ctx.orgId),
          eq(contactImports.id, run.importId),
          eq(contactImports.status, "running"),
          eq(contactImports.rowsRead, rowsBefore),
        ),
      )
      .returning({ id: contactImports.id });
    if (!taken) return false;
    const created = merged.length > 0 ? await upsert(tx, ctx.orgId, run, merged) : 0;
    // A repeated number within a batch counts as an update of the row before it: created + updated + rejected = rows.
    await tx
      .update(contactImports)
      .set({
        created: sql`${contactImports.created} + ${created}`,
        updated: sql`${contactImports.updated} + ${batch.contacts.length - created}`,
        optedOut: sql`${contactImports.optedOut} + ${batch.contacts.filter(({ optedOut }) => optedOut).length}`,
      })
      .where(and(eq(contactImports.orgId, ctx.orgId), eq(contactImports.id, run.importId)));
    if (batch.rejected.length > 0) await insertRejected(tx, ctx.orgId, run.importId, batch.rejected);
    return true;
  });
}

/**
 * The row adds something to a contact who is not opted out: an opt-out, or a consent when none was known.
 * Withdrawn consent can only be given again by the person.
 */
const isNewOptOut = sql.raw(
  "(known.opted_out_at is null and (excluded.opted_out_at is not null or excluded.consent = 'granted' and known.consent_at is null))",
);

/**
 * One statement for the whole batch. An existing contact keeps values the file leaves empty, its opt-out, and
 * its consent, unless the row opts it out; an opted-out contact gets none. Returns how many are new.
 */
async function upsert(tx: Tx, orgId: OrgId, run: ImportRun, rows: ImportedContact[]): Promise<number> {
  const records = JSON.stringify(rows.map((row) => ({ id: newId("con"), ...row })));
  const source = `import: ${run.fileName}`;
  const at = run.startedAt.toISOString();
  const { rows: counted } = await tx.execute<{ created: number }>(sql`
    with written as (
      insert into contacts as known (org_id, id, phone, name, tags, kra_pin, fields, consent, consent_source, consent_at, opted_out_at, created_at, updated_at)
      select ${orgId}, id, phone, name, tags, nullif("kraPin", ''), fields, consent,
        case when consent = 'granted' or "optedOut" then ${source}::text end,
        case when consent = 'granted' or "optedOut" then ${at}::timestamptz end,
        case when "optedOut" then ${at}::timestamptz end,
        ${at}::timestamptz, ${at}::timestamptz
      from jsonb_to_recordset(${records}::jsonb) as r(id text, phone text, name text, tags text[], "kraPin" text, fields jsonb, consent text, "optedOut" boolean)
      order by phone
      on conflict (org_id, phone) do update set
        name = coalesce(nullif(excluded.name, ''), known.name),
        tags = (select coalesce(array_agg(distinct tag order by tag), '{}') from unnest(known.tags || excluded.tags) as tag),
        kra_pin = coalesce(excluded.kra_pin, known.kra_pin),
        fields = united_fields(known.fields, excluded.fields),
        consent = case when ${isNewOptOut} then excluded.consent else known.consent end,
        consent_source = case when ${isNewOptOut} then excluded.consent_source else known.consent_source end,
        consent_at = case when ${isNewOptOut} then excluded.consent_at else known.consent_at end,
        opted_out_at = coalesce(known.opted_out_at, excluded.opted_out_at),
        updated_at = excluded.updated_at
      returning (xmax = 0) as created
    )
    select count(*) filter (where created) as created from written`);
  return counted[0]?.created ?? 0;
}

async function insertRejected(
  tx: Tx,
  orgId: OrgId,
  importId: string,
  rejected: Batch["rejected"],
): Promise<void> {
  await tx.execute(sql`
    insert into contact_import_errors (org_id, import_id, line, row, reason)
    select ${orgId}, ${importId}, line, row, reason
    from jsonb_to_recordset(${JSON.stringify(rejected)}::jsonb) as r(line integer, row text[], reason jsonb)
    returning 1`);
}
