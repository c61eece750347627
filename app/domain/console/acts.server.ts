import { queryRows, type Tx } from "#app/db/client.server.ts";
import type { Changes } from "#app/domain/record/eventWords.ts";

/** An administrator's action, as its event; its text is built when it is read. */
export interface StaffAct {
  id: string;
  orgId: string;
  organisation: string | null;
  by: string | null;
  at: Date;
  name: string;
  data: unknown;
  subjectId: string | null;
  status: "success" | "warning" | "error";
  changes: Changes | null;
}

/** The newest actions of administrators, of all or for one organisation. */
export async function staffActs(tx: Tx, { orgId, limit }: { orgId?: string; limit: number }) {
  return queryRows<StaffAct>(
    tx,
    `select e.id, e.org_id as "orgId", o.name as organisation, p.email as by, e.at, e.name, e.data,
        e.subject_id as "subjectId", e.status, e.changes
      from events e left join organisations o on o.id = e.org_id left join users p on p.id = e.actor_id
      where e.actor_kind = 'staff' and ($1::text is null or e.org_id = $1) order by e.at desc, e.id desc limit $2`,
    [orgId ?? null, limit],
  );
}
