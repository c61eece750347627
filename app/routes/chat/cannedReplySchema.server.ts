import { z } from "zod";
import { cannedReplyFields } from "#app/domain/messaging/inbox/schemas.ts";
import { runner } from "./runner.ts";

const { assignsToRunner: _, memberId: __, ...fields } = cannedReplyFields;

/** The form of a canned reply or a macro. */
export const cannedReplySchema = z.object({ ...fields, assignee: z.string().max(64).default("") });

/** What its call takes. */
export const cannedReplyInput = ({ assignee, ...value }: z.output<typeof cannedReplySchema>) => ({
  ...value,
  assignsToRunner: assignee === runner,
  memberId: assignee === runner ? "" : assignee,
});
