import { sql } from "drizzle-orm";
import type { MemberContext } from "#app/platform/context.ts";

/** Which of the first steps an organisation has done, by what it has: nothing is ticked by hand. */
export async function getFirstSteps(ctx: MemberContext) {
  const { orgId } = ctx;
  const has = (rows: ReturnType<typeof sql>) => sql`exists (select 1 from ${rows})`;
  return ctx.db.withOrg(orgId, async (tx) => {
    const { rows } = await tx.execute<Record<FirstStep, boolean>>(sql`
      select
        ${has(sql`whatsapp_accounts a join phone_numbers n on n.org_id = a.org_id and n.whatsapp_account_id = a.id
          where a.org_id = ${orgId} and a.status = 'connected' and n.status = 'CONNECTED'`)} as connected,
        ${has(sql`templates where org_id = ${orgId} and status not in ('DRAFT', 'DELETED')`)} as template,
        ${has(sql`contacts where org_id = ${orgId}`)} as contacts,
        ${has(sql`campaigns where org_id = ${orgId} and started_at is not null`)} as campaign,
        ${has(sql`answered_waits where org_id = ${orgId} and answered_by is not null`)} as answer,
        ${has(sql`hourly_totals where org_id = ${orgId} and state in ('delivered', 'read') and direction = 'out' and count > 0`)} as results`);
    return { done: rows[0]! };
  });
}

export type FirstStep = "connected" | "template" | "contacts" | "campaign" | "answer" | "results";
