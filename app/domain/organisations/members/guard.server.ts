import { organisationsError } from "#app/domain/organisations/errors.ts";
import type { MemberContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import type { MemberRole } from "./words.ts";

/**
 * Whether the caller may give the member another role, or none (`to` undefined: the membership ends). Everyone may
 * end their own. `people` are locked.
 * @throws DomainError `member.not_found`, `member.owners_only` (403), `member.last_owner` (409).
 */
export function checkChange(
  ctx: MemberContext,
  people: { userId: string; role: MemberRole }[],
  { memberId, to }: { memberId: string; to?: MemberRole },
): { role: MemberRole } {
  const member = people.find((person) => person.userId === memberId);
  const caller = people.find((person) => person.userId === ctx.session.userId);
  if (!member || !caller) throw notFound("Member");
  const leaves = member === caller && to === undefined;
  const act = member.role === "owner" || to === "owner" ? "members.manageOwners" : "members.manage";
  if (!leaves && !may(caller, act)) throw organisationsError("member.owners_only");
  const owners = people.filter((person) => person.role === "owner").length;
  if (member.role === "owner" && to !== "owner" && owners === 1) {
    throw organisationsError("member.last_owner");
  }
  return member;
}
