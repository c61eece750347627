import type pg from "pg";
import { eachOf } from "#app/db/eachOf.ts";
import { perDatabase } from "#app/db/perDatabase.server.ts";
import type { KeyMode } from "#app/db/schema/record/webhooks.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { createGathered } from "#app/platform/run/gather.ts";
import { hashKey, hasWrongChecksum } from "./key.server.ts";

export interface FoundKey {
  orgId: OrgId;
  keyId: string;
  mode: KeyMode;
  scopes: string[];
}

interface KeyInput {
  hash: Buffer;
  at: Date;
}

/**
 * The valid key of a bearer token; undefined when it is unknown, revoked or expired, or when none of the
 * organisation's managers can sign in, or staff have suspended its sending or switched the API off.
 * Records its use once a minute. Never cached: PostgreSQL is queried after each request arrived, so that a
 * revoked key is rejected at the next one in every process. Requests that arrive during a query share the
 * next.
 */
export async function findKey(
  services: Pick<Services, "db" | "clock">,
  key: string,
): Promise<FoundKey | undefined> {
  if (hasWrongChecksum(key)) return undefined;
  const now = services.clock.now();
  const found = await gatheredKeys(services.db)({ hash: hashKey(key), at: now });
  if (!found) return undefined;
  const { stale, ...known } = found;
  if (stale)
    await services.db.system.query({
      name: "note-api-key-use",
      text: "update api_keys set last_used_at = $3 where org_id = $1 and id = $2",
      values: [known.orgId, known.keyId, now],
    });
  return known;
}

type KeyRow = FoundKey & { stale: boolean };

const gatheredKeys = perDatabase((db) => {
  const { system } = db.for("api");
  return createGathered((keys: KeyInput[]) => findKeys(system, keys), { most: 100 });
});

async function findKeys(system: pg.Pool, keys: readonly KeyInput[]): Promise<(KeyRow | undefined)[]> {
  const { rows } = await system.query<KeyRow & { hash: string }>({
    name: "find-api-keys",
    text: `select encode(k.key_hash, 'hex') as hash, k.org_id as "orgId", k.id as "keyId", k.mode, k.scopes,
        k.last_used_at is null or k.last_used_at < $2::timestamptz - interval '1 minute' as stale
      from api_keys k
      where k.key_hash = any(${eachOf("$1", "bytea")}) and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)
        and exists (select 1 from members m join users u on u.id = m.user_id
          where m.org_id = k.org_id and m.role <> 'agent' and u.account_status <> 'suspended')
        and not exists (select 1 from suspensions s
          where s.org_id = k.org_id and s.ended_at is null and s.level in ('sends', 'sign_in'))
        and not exists (select 1 from feature_switches w
          where w.org_id = k.org_id and w.feature = 'api' and w.ended_at is null)`,
    values: [keys.map(({ hash }) => hash), keys.at(-1)!.at],
  });
  const found = new Map(rows.map(({ hash, ...row }) => [hash, row]));
  return keys.map(({ hash }) => found.get(hash.toString("hex")));
}
