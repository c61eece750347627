import { changeOf, notifyAll } from "#app/db/notify.server.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

const notifyEveryMs = 250;
const toNotify = new Map<OrgId, NodeJS.Timeout>();

/**
 * Notifies open pages of moved messages. Notifying commits wait for each other, and the sender writes up to
 * 33 small batches a second for each number: so it notifies afterwards, in a separate statement.
 * Notifications lost to a crash come with the next batch.
 */
export function notifySoon({ db, log }: Services, orgId: OrgId): void {
  if (toNotify.has(orgId)) return;
  const notify = () => {
    toNotify.delete(orgId);
    notifyAll(db.system, [changeOf(orgId, "messages")]).catch((error: unknown) =>
      log.warn({ err: error }, "change not notified"),
    );
  };
  toNotify.set(orgId, setTimeout(notify, notifyEveryMs).unref());
}
