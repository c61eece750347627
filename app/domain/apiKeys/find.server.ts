import { and, eq, isNull } from "drizzle-orm";
import type { Services } from "#app/api/context.ts";
import { apiKeys } from "#app/db/schema/identity.ts";
import type { OrgId } from "#app/shared/ids.ts";
import { hashKey } from "./key.server.ts";

/** The organisation that a bearer key stands for; undefined when it is unknown or was replaced. */
export async function findOrgByKey(services: Pick<Services, "db">, key: string): Promise<OrgId | undefined> {
  const [row] = await services.db.withSystem((tx) =>
    tx
      .select({ orgId: apiKeys.orgId })
      .from(apiKeys)
      .where(and(eq(apiKeys.keyHash, hashKey(key)), isNull(apiKeys.revokedAt))),
  );
  return row?.orgId;
}
