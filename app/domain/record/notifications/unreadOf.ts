import { and, eq, isNull } from "drizzle-orm";
import { notifications } from "#app/db/schema/record/notifications.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";

type Reader = Pick<OrgContext, "orgId" | "actor">;

/** SQL: the acting member's unread notifications about a subject. */
export const unreadOf = ({ orgId, actor }: Reader, subjectId: string) =>
  and(
    eq(notifications.orgId, orgId),
    eq(notifications.userId, userOf(actor) ?? ""),
    eq(notifications.subjectId, subjectId),
    isNull(notifications.readAt),
  );
