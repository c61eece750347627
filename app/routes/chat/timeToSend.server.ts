import { z } from "zod";
import { sendTime } from "#app/domain/messaging/scheduled/schemas.ts";
import { ownTime } from "./ownTime.ts";

/** The fields of a time: an offered one, or the member's own as `at`. */
export const timeFields = { when: z.string().default(ownTime), at: z.string().default("") };

interface TimeFields {
  when: string;
  at: string;
}

/** The chosen time by the clocks of the organisation. */
export const timeToSend = ({ when, at }: TimeFields): string => (when === ownTime ? at : when);

/** Reports a missing or malformed time at its field. */
export function checkTime(fields: TimeFields, check: z.RefinementCtx): void {
  const read = sendTime.safeParse(timeToSend(fields));
  for (const { message } of read.error?.issues ?? [])
    check.addIssue({ code: "custom", path: ["at"], message });
}
