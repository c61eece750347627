import { z } from "zod";

const firstName = z.string();
/** ISO 8601, UTC. */
const validUntil = z.string();

/** What a mail says, by kind. Stored encrypted until the mail is sent. */
export const mailContent = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("code"),
    firstName,
    code: z.string(),
    validUntil,
    /** The sign-up form was filled in more than once. */
    repeated: z.boolean().optional(),
  }),
  z.object({ kind: z.literal("welcome"), firstName, businessName: z.string() }),
  z.object({
    kind: z.literal("reset"),
    firstName,
    url: z.string(),
    validUntil,
    /** The account was just verified, and has no password yet. */
    isFirst: z.boolean().optional(),
  }),
  z.object({ kind: z.literal("already_registered"), firstName }),
  z.object({
    kind: z.literal("invitation"),
    inviterName: z.string(),
    businessName: z.string(),
    role: z.string(),
    url: z.string(),
    validUntil,
  }),
  z.object({
    kind: z.literal("security_notice"),
    firstName,
    /** A sentence: `Your password was changed.` */
    event: z.string(),
    at: z.string(),
    ipAddress: z.string(),
    userAgent: z.string(),
  }),
]);

export type MailContent = z.output<typeof mailContent>;
export type MailKind = MailContent["kind"];

/** What the stored, encrypted payload of a mail is bound to; see `sealSecret`. */
export const boundTo = (mailId: string) => `mail:${mailId}`;
