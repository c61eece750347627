import { z } from "zod";
import { sendTime } from "#app/domain/messaging/scheduled/schemas.ts";
import { ownTime } from "./ownTime.ts";

/** An offered time, or the member's own, as `at`. */
export const timeToSend = z
  .object({ when: z.string().default(ownTime), at: z.string().default("") })
  .transform(({ when, at }, check) => {
    const read = sendTime.safeParse(when === ownTime ? at : when);
    if (read.success) return { at: read.data };
    for (const { message } of read.error.issues) check.addIssue({ code: "custom", path: ["at"], message });
    return z.NEVER;
  });
