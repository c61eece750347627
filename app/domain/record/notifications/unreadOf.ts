import { and, eq, isNull } from "drizzle-orm";
import { notifications } from "#app/db/schema/record/notifications.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";

type Reader = Pick<OrgContext, "orgId" | "actor">;

/** SQL: what the acting member was told about a subject and has not read. */
export const unreadOf = ({ orgId, actor }: Reader, subjectId: string) =>
  and(
    eq(notifications.orgId, orgId),
    eq(notifications.userId, userOf(actor) ?? ""),
    eq(notifications.subjectId, subjectId),
    isNull(notifications.readAt),
  );
