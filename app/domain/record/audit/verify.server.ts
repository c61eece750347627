import { queryRows, type Tx } from "#app/db/client.server.ts";
import type { Services } from "#app/platform/context.ts";
import { redactionOf } from "./redaction.ts";
import { contentOf, sealedThrough, sealedWithinHours, sealOf } from "./seal.server.ts";

/** The first line of an organisation's log that isn't as it was written. */
export interface Break {
  orgId: string;
  /** Its place in the organisation's chain; null where it was never sealed. */
  seq: number | null;
  eventId: string;
  problem:
    | "changed or moved"
    | "deleted"
    | "seal deleted"
    | "inserted"
    | "sealed with a key that is not here";
}

interface Line {
  seq: number;
  eventId: string;
  keyId: string;
  hash: string;
  content: string | null;
  redaction: { keyId: string; hash: string } | null;
}

const atOnce = 5000;

/** Checks every organisation's chain from its first seal to its newest, and that nothing stands next to it. */
export async function verifyAudit({
  services,
}: {
  services: Pick<Services, "config" | "db">;
}): Promise<{ organisations: number; events: number; breaks: Break[] }> {
  return services.db.withSystem(async (tx) => {
    const owners = await queryRows<{ orgId: string }>(
      tx,
      `select distinct org_id as "orgId" from event_seals order by 1`,
    );
    const breaks: Break[] = [];
    let events = 0;
    for (const { orgId } of owners) {
      const found = await verifyChain(tx, services, orgId);
      events += found.events;
      if (found.broken) breaks.push(found.broken);
    }
    return { organisations: owners.length, events, breaks: [...breaks, ...(await inserted(tx))] };
  });
}

async function verifyChain(tx: Tx, { config }: Pick<Services, "config">, orgId: string) {
  let [seq, hash, events] = [0, "", 0];
  for (;;) {
    const lines = await linesAfter(tx, orgId, seq);
    for (const line of lines) {
      const problem = problemOf(line, { seq, hash }, config.encryptionKeys);
      if (problem) return { events, broken: { orgId, seq: line.seq, eventId: line.eventId, problem } };
      [seq, hash] = [line.seq, line.hash];
      events++;
    }
    if (lines.length < atOnce) return { events };
  }
}

async function linesAfter(tx: Tx, orgId: string, seq: number): Promise<Line[]> {
  return queryRows<Line>(
    tx,
    `select s.seq, s.event_id as "eventId", s.key_id as "keyId", s.hash, case when e.id is not null then ${contentOf} end as content,
        case when r.hash is not null then jsonb_build_object('keyId', r.key_id, 'hash', r.hash) end as redaction
      from event_seals s left join events e on e.org_id = $1 and e.id = s.event_id
        left join event_redactions r on r.org_id = $1 and r.event_id = s.event_id
      where s.org_id = $1 and s.seq > $2 order by s.seq limit ${atOnce}`,
    [orgId, seq],
  );
}

function problemOf(
  line: Line,
  before: { seq: number; hash: string },
  keys: Services["config"]["encryptionKeys"],
): Break["problem"] | undefined {
  if (Number(line.seq) !== before.seq + 1) return "seal deleted";
  if (isRedacted(line, keys)) return undefined;
  if (line.content === null) return "deleted";
  const key = keys.find(({ id }) => id === line.keyId);
  if (!key) return "sealed with a key that is not here";
  const isWhole = sealOf(key, before.hash, Number(line.seq), line.content) === line.hash;
  return isWhole ? undefined : "changed or moved";
}

/** An erasure took something out of it, and nothing else was changed since. */
function isRedacted(
  { redaction, hash, eventId, content }: Line,
  keys: Services["config"]["encryptionKeys"],
): boolean {
  const key = keys.find(({ id }) => id === redaction?.keyId);
  return Boolean(key && redactionOf(key, hash, eventId, content) === redaction?.hash);
}

/** Events that are older than anything that still waits for its seal, and have none. */
async function inserted(tx: Tx): Promise<Break[]> {
  const rows = await queryRows<{ orgId: string; eventId: string }>(
    tx,
    `select distinct on (e.org_id) e.org_id as "orgId", e.id as "eventId" from events e
      where e.at < $2::timestamptz - make_interval(hours => $1) and e.type is not null
        and not exists (select 1 from event_seals s where s.org_id = e.org_id and s.event_id = e.id)
      order by e.org_id, e.at, e.id`,
    [sealedWithinHours, await sealedThrough(tx)],
  );
  return rows.map((row) => ({ ...row, seq: null, problem: "inserted" }));
}
