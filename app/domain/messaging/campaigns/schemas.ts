import { z } from "zod";
import { fromNairobiInput } from "#app/platform/nairobiTime.ts";
import { campaignStatuses, followUpGroups, quietZones } from "./words.ts";

export { idempotencyKey } from "#app/domain/money/schemas.ts";

export const campaignId = z.string().min(1).max(64);
export const campaignName = z
  .string({ error: "Give the campaign a name" })
  .trim()
  .min(1, "Give the campaign a name")
  .max(100, "Use at most 100 characters");
export const campaignKind = z.enum(["campaign", "broadcast"]);
export const templateId = z.string({ error: "Choose a template" }).min(1, "Choose a template").max(64);
export const phoneNumberId = z
  .string({ error: "Choose the number to send from" })
  .min(1, "Choose the number to send from")
  .max(64);

export const audienceKind = z.enum(["all", "tag", "conditions", "numbers"], {
  error: "Choose who gets the message",
});
export const audienceTag = z.string().trim().max(60);
/** Numbers as pasted: one per line, or separated by commas. */
export const pastedNumbers = z
  .string()
  .max(400_000, "Paste at most 10,000 numbers. Import more as CSV under Contacts.");

export const variableText = z
  .string({ error: "Write the text to use" })
  .trim()
  .min(1, "Write the text to use")
  .max(500, "Use at most 500 characters");
/** Where a tracked link leads. */
export const linkTarget = z
  .string({ error: "Write the address that the link leads to" })
  .trim()
  .max(500, "Use at most 500 characters")
  .refine(
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""),
    "Write a whole address, such as https://duka.example/offer",
  )
  .refine(
    (text) => !URL.parse(text)?.username && !URL.parse(text)?.password,
    "Leave the sign-in out of the address",
  );
export const variableSource = z.discriminatedUnion("from", [
  z.object({ from: z.literal("contact"), field: z.string().min(1).max(100), fallback: variableText }),
  z.object({ from: z.literal("text"), value: variableText }),
  z.object({ from: z.literal("link"), url: linkTarget }),
]);
/** By variable key of the template. */
export const variableSources = z.record(z.string().max(100), variableSource);

export const campaignStatus = z.enum(campaignStatuses);

export const messageStateFilter = z.enum([
  "queued",
  "unknown",
  "accepted",
  "sent",
  "delivered",
  "read",
  "failed",
  "cancelled",
]);

export const followUpGroup = z.enum(followUpGroups, { error: "Choose whom to follow up" });
export const beyondLimit = z.enum(["send", "wait"], { error: "Choose what happens beyond the limit" });

/** How fast it is sent; null: as fast as WhatsApp takes it. */
export const pace = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("over"), hours: z.number().int().min(1).max(72) }),
    z.object({ kind: z.literal("per_minute"), messages: z.number().int().min(1).max(4800) }),
  ])
  .nullable();

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Give a time as 21:00");
export const quietHours = z
  .object({
    from: clock,
    to: clock,
    zone: z.enum(quietZones, { error: "Choose a time zone" }),
  })
  .refine(({ from, to }) => from !== to, { path: ["to"], message: "The end is not the beginning" });

export const testNumberName = z.string().trim().max(60, "Use at most 60 characters").default("");
export const testPhone = z.string({ error: "Write a phone number" }).min(1, "Write a phone number").max(40);
/** In E.164, as the list of test numbers shows them. */
export const testPhones = z.array(z.string().max(40)).min(1, "Choose a number").max(11);

const noTime = "Enter the day and time of sending";

/** What the field of a day and time in Kenya sends, as the moment in ISO 8601. */
export const timeOfSending = z.string({ error: noTime }).transform((text, check) => {
  const moment = fromNairobiInput(text);
  if (moment) return moment.toISOString();
  check.addIssue({ code: "custom", message: noTime });
  return z.NEVER;
});
