/**
 * SQL: inserts a task per event and matching subscriber of `subscribers`; none while staff have switched
 * integrations off. A subscriber's tasks run in the order of their ids, so the ids follow the order of the
 * events.
 */
export const tasksText = (kind: "rule" | "connection", events: string, subscribers: string) => `${kind} as (
  insert into event_tasks (org_id, id, kind, subscriber_id, event_id, state, due_at, contact_id)
  select $1, left(new_id('run'), 16) || lpad(to_hex(e.place), 4, '0') || right(new_id('run'), 16),
    '${kind}', s.id, e.id, 'waiting', 'epoch'::timestamptz, e.contact_id
  from jsonb_to_recordset(${events}::jsonb) as e(place int, id text, name text, contact_id text, cause text)
  join ${subscribers}
  where not exists (select 1 from feature_switches w
    where w.org_id = $1 and w.feature = 'integrations' and w.ended_at is null)
  order by e.place
  on conflict do nothing
  returning 1
)`;
