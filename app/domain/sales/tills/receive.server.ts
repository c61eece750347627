import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { type TillNoticeKind, tillNotices, tills } from "#app/db/schema/sales/tills.ts";
import { applyTillNoticesJob } from "#app/domain/sales/jobs.ts";
import type { Services } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { type TillAddress, versionIsOpen } from "./addresses.ts";

/**
 * Stores what M-Pesa posted to a till's address, unchanged, with a job that applies it. False when the till has
 * no such address: it was removed, or the address was replaced more than a day ago.
 */
export async function receiveTillNotice(
  tx: Tx,
  { clock, jobs }: Pick<Services, "clock" | "jobs">,
  { orgId, tillId, subject }: TillAddress,
  { kind, body }: { kind: TillNoticeKind; body: string },
): Promise<boolean> {
  const now = clock.now();
  const [till] = await tx
    .select({ hookVersion: tills.hookVersion, hookChangedAt: tills.hookChangedAt })
    .from(tills)
    .where(and(eq(tills.orgId, orgId), eq(tills.id, tillId)));
  if (!till || (kind === "confirmation" && !versionIsOpen(till, subject, now))) return false;
  await tx.insert(tillNotices).values({
    orgId,
    id: newId("tnt", now.getTime()),
    tillId,
    kind,
    subjectId: kind === "confirmation" ? null : subject,
    body,
    receivedAt: now,
  });
  await jobs.enqueue(applyTillNoticesJob, { orgId }, { tx });
  return true;
}
