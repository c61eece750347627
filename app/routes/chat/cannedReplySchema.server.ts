import { z } from "zod";
import { cannedReplyFields } from "#app/domain/messaging/inbox/schemas.ts";
import { runner } from "./runner.ts";

const { assignsToRunner: _, memberId: __, teamId: ___, ...fields } = cannedReplyFields;

/** The form of a canned reply or a macro. Its assignee: the runner, or `member:usr_…` or `team:tea_…`. */
export const cannedReplySchema = z.object({
  ...fields,
  assignee: z
    .string()
    .max(80)
    .regex(/^(|runner|(member|team):.*)$/)
    .default(""),
});

/** What its call takes. */
export function cannedReplyInput({ assignee, ...value }: z.output<typeof cannedReplySchema>) {
  const [kind, id = ""] = assignee.split(":");
  return {
    ...value,
    assignsToRunner: kind === runner,
    memberId: kind === "member" ? id : "",
    teamId: kind === "team" ? id : "",
  };
}
