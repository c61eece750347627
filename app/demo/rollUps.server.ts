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
