import type { KeyMode } from "#app/db/schema/developers.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { hashKey, hasWrongChecksum } from "./key.server.ts";

export interface FoundKey {
  orgId: OrgId;
  keyId: string;
  mode: KeyMode;
  scopes: string[];
}

/**
 * The key in force that a bearer text is; undefined when it is unknown, revoked or expired, or when none of the
 * organisation's managers may sign in any more, or staff have suspended its sending or switched
 * the API off. Notes once a minute that it was used.
 */
export async function findKey(
  services: Pick<Services, "db" | "clock">,
  key: string,
): Promise<FoundKey | undefined> {
  if (hasWrongChecksum(key)) return undefined;
  const { rows } = await services.db.system.query<FoundKey & { stale: boolean }>({
    name: "find-api-key",
    text: `select k.org_id as "orgId", k.id as "keyId", k.mode, k.scopes,
        k.last_used_at is null or k.last_used_at < $2::timestamptz - interval '1 minute' as stale
      from api_keys k where k.key_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)
        and exists (select 1 from members m join users u on u.id = m.user_id
          where m.org_id = k.org_id and m.role <> 'agent' and u.account_status <> 'suspended')
        and not exists (select 1 from suspensions s
          where s.org_id = k.org_id and s.ended_at is null and s.level in ('sends', 'sign_in'))
        and not exists (select 1 from feature_switches w
          where w.org_id = k.org_id and w.feature = 'api' and w.ended_at is null)`,
    values: [hashKey(key), services.clock.now()],
  });
  const found = rows[0];
  if (!found) return undefined;
  const { stale, ...known } = found;
  if (stale)
    await services.db.system.query({
      name: "note-api-key-use",
      text: "update api_keys set last_used_at = $3 where org_id = $1 and id = $2",
      values: [known.orgId, known.keyId, services.clock.now()],
    });
  return known;
}
