import { clientOf, type Tx } from "#app/db/client.server.ts";

/** When a message reached a state, and which messages have. */
const states = {
  accepted: ["accepted_at", "direction = 'out' and state between 'accepted' and 'read'"],
  sent: ["sent_at", "direction = 'out' and state between 'sent' and 'read'"],
  delivered: ["delivered_at", "state between 'delivered' and 'read'"],
  read: ["read_at", "direction = 'out' and state = 'read'"],
  failed: ["failed_at", "state = 'failed'"],
};

/** The hourly totals derived from the messages: each counts in the hour in which it reached a state. */
export async function loadRollUps(tx: Tx): Promise<void> {
  const totals = Object.entries(states).map(
    ([state, [reachedAt, condition]]) =>
      `select org_id, date_bin('1 hour', ${reachedAt}, 'epoch'), direction, message_state '${state}', count(*)
        from messages where ${condition} group by 1, 2, 3`,
  );
  await clientOf(tx).query({
    text: `insert into hourly_totals (org_id, hour, direction, state, count) ${totals.join(" union all ")}`,
  });
}

/** The figures of sequences as their rows say, each step with the states of its messages. */
export const countedSequences = `
  select org_id, sequence_id, coalesce(step_id, '') as step_id, coalesce(end_reason, 'open') as counted, count(*)::int as count
  from sequence_enrolments group by 1, 2, 3, 4
  union all
  select r.org_id, r.sequence_id, r.step_id, c.counted, count(*)::int from sequence_step_runs r
  left join messages m on m.org_id = r.org_id and m.id = r.message_id
  cross join lateral (
    select r.outcome
    union all select 'delivered' where m.state in ('delivered', 'read')
    union all select 'read' where m.state = 'read'
    union all select 'failed' where m.state = 'failed'
    union all select 'answered' where r.replied_at is not null
  ) as c(counted) group by 1, 2, 3, 4`;

/** The figures of sequences, derived from rows that were written without them. */
export const countSequences = [
  `update sequence_step_runs r set message_state = m.state from messages m
    where m.org_id = r.org_id and m.id = r.message_id and m.state in ('delivered', 'read', 'failed')`,
  `insert into sequence_totals (org_id, sequence_id, step_id, counted, count) ${countedSequences}`,
];
