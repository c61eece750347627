import { and, eq, exists, isNull, ne } from "drizzle-orm";
import type { Services } from "#app/api/context.ts";
import { apiKeys, members, users } from "#app/db/schema/identity.ts";
import type { OrgId } from "#app/shared/ids.ts";
import { hashKey } from "./key.server.ts";

/**
 * The organisation that a bearer key stands for; undefined when it is unknown or was replaced, or when none of the
 * organisation's managers may sign in any more.
 */
export async function findOrgByKey(services: Pick<Services, "db">, key: string): Promise<OrgId | undefined> {
  const [row] = await services.db.withSystem((tx) =>
    tx
      .select({ orgId: apiKeys.orgId })
      .from(apiKeys)
      .where(
        and(
          eq(apiKeys.keyHash, hashKey(key)),
          isNull(apiKeys.revokedAt),
          exists(
            tx
              .select()
              .from(members)
              .innerJoin(users, eq(users.id, members.userId))
              .where(
                and(
                  eq(members.orgId, apiKeys.orgId),
                  ne(members.role, "agent"),
                  ne(users.accountStatus, "suspended"),
                ),
              ),
          ),
        ),
      ),
  );
  return row?.orgId;
}
