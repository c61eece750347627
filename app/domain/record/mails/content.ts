import { z } from "zod";
import { locales } from "#app/platform/locale/locale.ts";

const firstName = z.string();
/** ISO 8601, UTC. */
const validUntil = z.string();

/** Of the week, and of the week before. */
const counts = z.tuple([z.number(), z.number()]);
const averages = z.tuple([z.number().nullable(), z.number().nullable()]);

/**
 * An email's content, by kind. Stored encrypted until the email is sent. Only users with a verified address
 * are greeted by name: before that, anyone may have typed both.
 */
export const mailContent = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("code"),
    code: z.string(),
    validUntil,
    /** The sign-up form was filled in more than once. */
    repeated: z.boolean().optional(),
  }),
  z.object({ kind: z.literal("welcome"), firstName, businessName: z.string() }),
  z.object({
    kind: z.literal("reset"),
    /** Empty where the address was not verified yet. */
    firstName,
    url: z.string(),
    validUntil,
    /** The account was just verified, and has no password yet. */
    isFirst: z.boolean().optional(),
    /** The account was created for its owner, who chooses its first password. */
    isGiven: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal("already_registered"),
    firstName,
    /** Not signed up for: another account wanted the address. */
    isChange: z.boolean().optional(),
  }),
  z.object({ kind: z.literal("email_change"), code: z.string(), validUntil }),
  z.object({
    kind: z.literal("invitation"),
    inviterName: z.string(),
    businessName: z.string(),
    role: z.enum(["admin", "agent"]),
    url: z.string(),
    validUntil,
  }),
  /**
   * Notices of the platform to an organisation's managers, or to its own administrators, in the reader's
   * language.
   */
  z.object({
    kind: z.literal("notice"),
    firstName,
    subject: z.string(),
    lines: z.array(z.string()),
    path: z.string().optional(),
  }),
  /** Notifications for a member who wants them by email: one, or those of a day. */
  z.object({
    kind: z.literal("news"),
    firstName,
    businessName: z.string(),
    isDigest: z.boolean(),
    items: z.array(z.object({ title: z.string(), body: z.string(), path: z.string().nullable() })),
    more: z.number().int(),
  }),
  /** A week's figures next to those of the week before, for a member who wants them. */
  z.object({
    kind: z.literal("weekly_report"),
    firstName,
    businessName: z.string(),
    /** Days, both included. */
    from: z.string(),
    to: z.string(),
    figures: z.object({
      delivered: counts,
      replies: counts,
      people: counts,
      replySeconds: averages,
      satisfaction: averages,
    }),
    /** Ends it by one click, without signing in. */
    unsubscribeUrl: z.string(),
  }),
  z.object({
    kind: z.literal("security_notice"),
    firstName,
    /** A sentence: `Your password was changed.` */
    event: z.string(),
    at: z.string(),
    ipAddress: z.string(),
    userAgent: z.string(),
    /** The address no longer signs in, so a link to choose a password is useless there. */
    isFormerAddress: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal("webhook_failing"),
    firstName,
    /** The endpoint's address. */
    url: z.string(),
    since: z.string(),
    /** What its last answer was. */
    lastAnswer: z.string(),
    /** Switched off; otherwise it will be. */
    isOff: z.boolean(),
  }),
  z.object({
    kind: z.literal("invoice"),
    businessName: z.string(),
    documentKind: z.enum(["invoice", "credit_note", "receipt"]),
    invoiceId: z.string(),
    number: z.string(),
    totalCents: z.number().int(),
    /** ISO 8601; null where nothing is to be paid. */
    dueAt: z.string().nullable(),
    /** The document, base64. */
    pdf: z.string(),
  }),
  z.object({
    kind: z.literal("payment_reminder"),
    businessName: z.string(),
    invoices: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        openCents: z.number().int(),
        dueAt: z.string(),
        isOverdue: z.boolean(),
      }),
    ),
  }),
]);

export type MailContent = z.output<typeof mailContent>;
export type MailOf<Kind extends MailContent["kind"]> = Extract<MailContent, { kind: Kind }>;
export type MailKind = MailContent["kind"];

/** An email as it waits to be sent: what it says and in which language. */
export const storedMail = z.object({ content: mailContent, locale: z.enum(locales) });

/** The binding of an email's stored, encrypted payload; see `sealSecret`. */
export const boundTo = (mailId: string) => `mail:${mailId}`;
