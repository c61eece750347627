import type { Database } from "#app/db/client.server.ts";
import { createGathered } from "#app/platform/run/gather.ts";
import type { HookAnswer } from "#app/providers/webhooks/post.server.ts";
import type { DueDelivery } from "./readDue.server.ts";
import type { Endpoint } from "./secrets.server.ts";

/** Written together at most. */
const mostAtOnce = 500;

/** The result of one try. */
export interface Sent {
  at: Date;
  answer: HookAnswer;
}

interface Done {
  due: DueDelivery;
  sent: Sent;
}

// A delivery that another process tried after this one's hold had ended, or that is replayed, keeps what they wrote.
export const noteText = `
with done as (
  select * from unnest($2::text[], $3::int[], $4::timestamptz[], $5::int[], $6::text[], $7::int[])
    as d(id, attempts, tried_at, status, answer, duration_ms)
)
update webhook_deliveries d
set state = 'delivered', due_at = null, attempts = d.attempts + 1, tried_at = done.tried_at, last_status = done.status,
  last_answer = done.answer, duration_ms = done.duration_ms
from done where d.org_id = $1 and d.id = any($2::text[]) and d.id = done.id and d.attempts = done.attempts`;

/** One success resets the failures. A separate statement, so that it never waits for locked endpoints. */
const freshText = `
update webhook_endpoints e set failing_since = null, last_failure_at = null, warned_at = null
where e.org_id = $1 and e.id = any($2::text[]) and e.failing_since is not null`;

/** Those of one organisation. */
async function noteOwn(db: Database, orgId: Endpoint["orgId"], batch: readonly Done[]): Promise<void> {
  // With the empty name, so that PostgreSQL plans it for the table and the batch as they are: a plan that it keeps from
  // the time when the table was small reads all of it.
  await db.system.query({
    name: "",
    text: noteText,
    values: [
      orgId,
      batch.map(({ due }) => due.id),
      batch.map(({ due }) => due.attempts),
      batch.map(({ sent }) => sent.at),
      batch.map(({ sent }) => sent.answer.status),
      batch.map(({ sent }) => sent.answer.text),
      batch.map(({ sent }) => sent.answer.durationMs),
    ],
  });
  const failing = batch.filter(({ due }) => due.isFailing).map(({ due }) => due);
  if (failing.length === 0) return;
  await db.system.query({
    name: "endpoints-are-fine",
    text: freshText,
    values: [orgId, failing.map(({ endpointId }) => endpointId)],
  });
}

/** Successes that come while some are being written share the next statement. */
const createNotes = (db: Database) =>
  createGathered(
    async (batch: Done[]) => {
      for (const [orgId, own] of Map.groupBy(batch, ({ due }) => due.orgId)) await noteOwn(db, orgId, own);
      return batch.map(() => undefined);
    },
    { most: mostAtOnce },
  );

const notes = new WeakMap<Database, ReturnType<typeof createNotes>>();

/** Records that a delivery was accepted. Resolves when it is durable. */
export async function noteDelivered(db: Database, due: DueDelivery, sent: Sent): Promise<void> {
  const note = notes.get(db) ?? createNotes(db);
  notes.set(db, note);
  await note({ due, sent });
}
