import type { Tx } from "#app/db/client.server.ts";
import { fetchMediaJob } from "#app/domain/messaging/jobs.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** Enqueues the fetching of files, in the transaction that stored them. */
export async function fetchLater(
  tx: Tx,
  { jobs }: Pick<Services, "jobs">,
  orgId: OrgId,
  mediaIds: readonly string[],
): Promise<void> {
  for (const mediaId of mediaIds) await jobs.enqueue(fetchMediaJob, { orgId, mediaId }, { tx });
}
