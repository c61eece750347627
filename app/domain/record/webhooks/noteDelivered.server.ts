import type { Database } from "#app/db/client.server.ts";
import type { HookAnswer } from "#app/providers/webhooks/post.server.ts";
import type { Taken } from "./deliver.server.ts";

/** In one statement at most. */
const mostAtOnce = 500;

interface Done {
  taken: Taken;
  answer: HookAnswer;
  resolve(): void;
  reject(error: unknown): void;
}

// Whoever took a delivery over after this one's time has the say.
const noteText = `
with done as (
  select * from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::text[], $6::int[])
    as d(org_id, id, attempts, status, answer, duration_ms)
)
update webhook_deliveries d
set state = 'delivered', due_at = null, last_status = done.status, last_answer = done.answer, duration_ms = done.duration_ms
from done where d.org_id = done.org_id and d.id = done.id and d.attempts = done.attempts`;

/** One success ends what failed before. A statement of its own, so that nobody who holds endpoints is waited for. */
const freshText = `
update webhook_endpoints e set failing_since = null, last_failure_at = null, warned_at = null
from unnest($1::text[], $2::text[]) as f(org_id, id)
where e.org_id = f.org_id and e.id = f.id and e.failing_since is not null`;

/** Writes successes down, many in one statement: those that come while one is under way share the next. */
function createNotes(db: Database) {
  const waiting: Done[] = [];
  let writing = false;

  async function write(): Promise<void> {
    const batch = waiting.splice(0, mostAtOnce);
    try {
      await noteAll(db, batch);
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    writing = false;
    writeSoon();
  }

  function writeSoon(): void {
    if (writing || waiting.length === 0) return;
    writing = true;
    setImmediate(() => void write());
  }

  return (taken: Taken, answer: HookAnswer) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ taken, answer, resolve, reject });
      writeSoon();
    });
}

async function noteAll(db: Database, batch: readonly Done[]): Promise<void> {
  await db.system.query({
    name: "note-delivered",
    text: noteText,
    values: [
      batch.map(({ taken }) => taken.orgId),
      batch.map(({ taken }) => taken.id),
      batch.map(({ taken }) => taken.attempts),
      batch.map(({ answer }) => answer.status),
      batch.map(({ answer }) => answer.text),
      batch.map(({ answer }) => answer.durationMs),
    ],
  });
  const failing = batch.filter(({ taken }) => taken.isFailing).map(({ taken }) => taken);
  if (failing.length === 0) return;
  await db.system.query({
    name: "endpoints-are-fine",
    text: freshText,
    values: [failing.map(({ orgId }) => orgId), failing.map(({ endpointId }) => endpointId)],
  });
}

const notes = new WeakMap<Database, ReturnType<typeof createNotes>>();

/** Notes that a delivery was taken by its receiver. Resolves when it is durable. */
export function noteDelivered(db: Database, taken: Taken, answer: HookAnswer): Promise<void> {
  const known = notes.get(db) ?? createNotes(db);
  notes.set(db, known);
  return known(taken, answer);
}
