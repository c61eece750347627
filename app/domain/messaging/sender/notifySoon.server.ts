import type { Database } from "#app/db/client.server.ts";
import { changeOf, notifyAll } from "#app/db/notify.server.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

const notifyEveryMs = 250;
const toNotify = new WeakMap<Database, Set<OrgId>>();

/**
 * Notifies open pages of moved messages. Notifying commits wait for each other, and the sender writes up to
 * 33 small batches a second for each number: so it notifies afterwards, in a separate statement for all organisations.
 * Notifications lost to a crash come with the next batch.
 */
export function notifySoon({ db, log }: Services, orgId: OrgId): void {
  const waiting = toNotify.get(db);
  if (waiting) {
    waiting.add(orgId);
    return;
  }
  const changed = new Set([orgId]);
  toNotify.set(db, changed);
  const notify = () => {
    toNotify.delete(db);
    notifyAll(
      db.system,
      [...changed].map((each) => changeOf(each, "messages")),
    ).catch((error: unknown) => log.warn({ err: error }, "change not notified"));
  };
  setTimeout(notify, notifyEveryMs).unref();
}
