import { z } from "zod";
import { atLeast, atMost } from "#app/platform/forms/checks.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { callNumber, callNumberProblem } from "./callNumber.ts";
import { templateLimits } from "./fieldRules.ts";
import { templateLanguages } from "./languages.ts";
import { longestBody, longestHeader, problemsOf } from "./problems.ts";

/** `Order ready!` → `order_ready`: Meta accepts lower-case letters, digits and underscores. */
export function normaliseName(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
}

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((value) => value.replaceAll("\r\n", "\n"))
    .default("");

const ticked = z.union([z.boolean(), z.literal("on").transform(() => true)]).default(false);

export const templateName = z
  .string({ error: m.checks_template_name_required })
  .transform(normaliseName)
  .pipe(
    z
      .string()
      .min(1, { error: m.checks_template_name_invalid })
      .max(512, atMost(m.checks_template_name_too_long)),
  );

const phoneMade = <Button extends { kind: string; value: string }>(button: Button): Button =>
  button.kind === "PHONE_NUMBER" ? { ...button, value: callNumber(button.value) } : button;
const noKind = { error: m.checks_template_button_kind_required };
const buttonFields = {
  text: text(200),
  /** The address, the phone number, or an example code. */
  value: text(2500),
};
/** Id of an uploaded file. */
const mediaId = text(64);

/** A template's content: everything that can still be edited once Meta has it. */
export const templateContent = z.object({
  category: z.enum(["MARKETING", "UTILITY", "AUTHENTICATION"], { error: m.checks_template_type_required }),
  headerFormat: z.enum(["TEXT", "IMAGE", "VIDEO", "DOCUMENT", "LOCATION"]).default("TEXT"),
  header: text(longestHeader),
  headerMedia: mediaId,
  body: text(longestBody),
  footer: text(1000),
  buttons: z
    .array(
      z
        .object({
          kind: z.enum(["QUICK_REPLY", "URL", "PHONE_NUMBER", "COPY_CODE"], noKind),
          ...buttonFields,
        })
        .transform(phoneMade),
    )
    .max(templateLimits.buttons, atMost(m.checks_template_too_many_buttons))
    .default([]),
  /** The format of the header of every card. */
  cardFormat: z.enum(["IMAGE", "VIDEO"]).default("IMAGE"),
  cards: z
    .array(
      z.object({
        media: mediaId,
        body: text(1000),
        buttons: z
          .array(
            z
              .object({ kind: z.enum(["QUICK_REPLY", "URL", "PHONE_NUMBER"], noKind), ...buttonFields })
              .transform(phoneMade),
          )
          .max(templateLimits.cardButtons, atMost(m.checks_template_card_too_many_buttons))
          .default([]),
      }),
    )
    .max(templateLimits.cards, atMost(m.checks_template_too_many_cards))
    .default([]),
  /** One per variable, by variable key. */
  samples: z
    .array(z.object({ key: z.string().max(100), value: text(1024) }))
    .max(200)
    .default([]),
  /** One-time codes only: adds "do not share this code". */
  securityNote: ticked,
  /** One-time codes only: minutes until the code expires, 1 to 90, shown in the footer. */
  codeExpiryMinutes: z.coerce
    .number({ error: m.checks_template_minutes_required })
    .int({ error: m.checks_template_minutes_whole })
    .min(1, atLeast(m.checks_template_minutes_too_few))
    .max(90, atMost(m.checks_template_minutes_too_many))
    .optional(),
  /** One-time codes only: how the code reaches an app, and which app. */
  otpType: z.enum(["COPY_CODE", "ONE_TAP", "ZERO_TAP"]).default("COPY_CODE"),
  otpPackage: text(224),
  otpSignature: text(100),
  zeroTapAccepted: ticked,
});
export type TemplateContent = z.output<typeof templateContent>;

/** A new template; rules between fields are in `problems.ts`. */
export const templateDraft = z.object({
  whatsappAccountId: idOf("whatsappAccount", z.string().max(80)).optional(),
  name: templateName,
  language: z.enum(templateLanguages, { error: m.checks_template_language_required }),
  ...templateContent.shape,
});
export type TemplateDraft = z.output<typeof templateDraft>;

const texts = ["header", "headerMedia", "body", "footer", "buttons", "cards", "samples"];

/** Reports errors of single fields and of the rules between them at once. */
const withProblems = <Schema extends z.ZodType<TemplateContent>>(schema: Schema) =>
  schema.superRefine(
    (draft, { issues, addIssue }) => {
      const reported = new Set(issues.map(({ path }) => path?.join(".")));
      for (const [field, messages] of Object.entries(problemsOf(draft, callNumberProblem))) {
        const path = field.split(/[.[\]]+/).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
        if (reported.has(path.join("."))) continue;
        for (const message of messages) addIssue({ code: "custom", message, path });
      }
    },
    {
      when: ({ value, issues }) =>
        value !== null &&
        typeof value === "object" &&
        !issues.some(({ code, path }) => code === "invalid_type" && texts.includes(String(path?.[0]))),
    },
  );
export const newTemplateForm = withProblems(templateDraft);
export const changedTemplateForm = withProblems(templateContent);

export const templateFilter = z.object({
  search: z.string().trim().max(200).catch("").default(""),
  status: z
    .enum(["all", "approved", "pending", "rejected", "paused", "disabled"])
    .catch("all")
    .default("all"),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
});
