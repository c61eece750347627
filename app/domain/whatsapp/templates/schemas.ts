import { z } from "zod";
import type { TemplateComponent } from "#app/db/schema/whatsapp.ts";
import { callNumber, callNumberProblem } from "./callNumber.ts";
import { longestBody, longestHeader, problemsOf } from "./problems.ts";
import type { ButtonKind, TemplateCategory } from "./words.ts";

/** `Order ready!` → `order_ready`: Meta takes lower-case letters, digits and underscores. */
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

export const templateName = z
  .string("Give the template a name")
  .transform(normaliseName)
  .pipe(
    z
      .string()
      .min(1, "Give the template a name with letters or digits")
      .max(512, "Use at most 512 characters for the name"),
  );

/** What a template says: all that can still be changed once Meta has it. */
export const templateContent = z.object({
  category: z.enum(["MARKETING", "UTILITY", "AUTHENTICATION"], "Choose a type"),
  header: text(longestHeader),
  body: text(longestBody),
  footer: text(1000),
  buttons: z
    .array(
      z
        .object({
          kind: z.enum(["QUICK_REPLY", "URL", "PHONE_NUMBER"], "Choose what the button does"),
          text: text(200),
          /** The address or the phone number. */
          value: text(2500),
        })
        .transform((button) =>
          button.kind === "PHONE_NUMBER" ? { ...button, value: callNumber(button.value) } : button,
        ),
    )
    .max(10, "A template has at most 10 buttons")
    .default([]),
  /** One for each variable, by variable key. */
  samples: z
    .array(z.object({ key: z.string().max(100), value: text(1024) }))
    .max(200)
    .default([]),
  /** One-time codes only: adds "do not share this code". */
  securityNote: z.union([z.boolean(), z.literal("on").transform(() => true)]).default(false),
  /** One-time codes only: minutes until the code expires, 1 to 90, as a line at the end. */
  codeExpiryMinutes: z.coerce
    .number("Enter minutes as a number")
    .int("Enter whole minutes")
    .min(1, "At least 1 minute")
    .max(90, "At most 90 minutes")
    .optional(),
});
export type TemplateContent = z.output<typeof templateContent>;

/** A new template; the rules between the fields are in `problems.ts`. */
export const templateDraft = z.object({
  whatsappAccountId: z.string().max(80).optional(),
  name: templateName,
  language: z.enum(["en", "sw", "fr"], "Choose a language"),
  ...templateContent.shape,
});
export type TemplateDraft = z.output<typeof templateDraft>;

const texts = ["header", "body", "footer", "buttons", "samples"];

/** A form tells everything that is wrong at once: what its fields hold, and the rules between them. */
const withProblems = <Schema extends z.ZodType<TemplateContent>>(schema: Schema) =>
  schema.superRefine(
    (draft, { issues, addIssue }) => {
      const told = new Set(issues.map(({ path }) => path?.join(".")));
      for (const [field, messages] of Object.entries(problemsOf(draft, callNumberProblem))) {
        const path = field.split(/[.[\]]+/).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
        if (told.has(path.join("."))) continue;
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

/** A template as it stands, in the fields of the form: what "copy" starts from. Parts that the form does not have are left out. */
export function draftFromTemplate(template: {
  name: string;
  category: TemplateCategory;
  language: string;
  components: readonly TemplateComponent[];
  variables: readonly { key: string; sample: string }[];
}) {
  const draft = {
    name: `${template.name}_copy`,
    category: template.category,
    language: template.language.slice(0, 2),
    header: "",
    body: "",
    footer: "",
    buttons: [] as { kind: ButtonKind; text: string; value: string }[],
    samples: template.variables.map(({ key, sample }) => ({ key, value: sample })),
    securityNote: "",
    codeExpiryMinutes: "",
  };
  for (const component of template.components) {
    if (component.type === "HEADER" && component.format === "TEXT") draft.header = component.text;
    if (component.type === "BODY") {
      draft.body = component.text;
      if (component.add_security_recommendation) draft.securityNote = "on";
    }
    if (component.type === "FOOTER") {
      draft.footer = component.text;
      draft.codeExpiryMinutes = String(component.code_expiration_minutes ?? "");
    }
    if (component.type === "BUTTONS") {
      for (const button of component.buttons) {
        if (button.type === "QUICK_REPLY")
          draft.buttons.push({ kind: button.type, text: button.text, value: "" });
        if (button.type === "URL")
          draft.buttons.push({ kind: button.type, text: button.text, value: button.url });
        if (button.type === "PHONE_NUMBER")
          draft.buttons.push({ kind: button.type, text: button.text, value: button.phone_number });
      }
    }
  }
  const isCode = template.category === "AUTHENTICATION";
  return isCode ? { ...draft, body: "", footer: "", samples: [] } : draft;
}
export type DraftValues = ReturnType<typeof draftFromTemplate>;
