import { z } from "zod";
import { conditionOperators } from "#app/db/schema/automation/conditions.ts";
import { maxItemsText } from "#app/domain/sales/orders/fieldRules.ts";
import { orderAsks } from "#app/domain/sales/orders/words.ts";
import { requestWays } from "#app/domain/sales/requests/words.ts";
import { enrolmentAnchor } from "#app/domain/sequences/schemas.ts";
import { atLeast, atMost, tooLong } from "#app/platform/forms/checks.ts";
import { idOf, type Noun } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { checkNames, flowLanguageCodes, latestHours, limits, maxCases, stepKindNames } from "./words.ts";

export const flowId = idOf("flow");
export const stepId = idOf("step", z.string().min(1).max(20));
export const testId = idOf("test");

const lines = (text: string) => text.replaceAll("\r\n", "\n").trim();
/** The default comes last: forms omit empty fields, and only the outermost default applies to them. */
const text = (max: number) => z.string().transform(lines).pipe(z.string().max(max, tooLong)).default("");
const optionalId = (noun: Noun) => idOf(noun, z.string().max(64)).default("");
const goTo = z.string().max(20).default("");
const checkbox = z
  .union([z.boolean(), z.enum(["on", "off", "true", "false"])])
  .optional()
  .transform((value) => value === true || value === "on" || value === "true");
const minutes = (least: number, most: number) =>
  z.coerce
    .number({ error: m.checks_flow_minutes_required })
    .int({ error: m.checks_flow_minutes_whole })
    .min(least, { error: () => m.checks_flow_minutes_too_few({ least }) })
    .max(most, { error: () => m.checks_flow_minutes_too_many({ most }) });

/** An answer's name, used in braces in texts. */
const answerName = z
  .string()
  .trim()
  .max(40, tooLong)
  .regex(/^[\p{L}\p{N}_ -]*$/u, { error: m.checks_flow_answer_name_invalid })
  .default("");

const flowName = z
  .string({ error: m.checks_flow_name_required })
  .trim()
  .min(1, { error: m.checks_flow_name_required })
  .max(80, tooLong);
const language = z.enum(flowLanguageCodes as ["en", "sw", "fr"], {
  error: m.checks_flow_language_required,
});

export const newFlow = z.object({ name: flowName, language: language.default("en") });

/** Copies a ready-made flow. */
export const readyMadeFlow = z.object({ key: z.string().max(40), language: language.default("en") });

/** All of a flow except its steps. */
export const flowSettings = z.object({
  name: flowName,
  language,
  phoneNumberId: optionalId("phoneNumber"),
  keywords: text(400),
  firstMessage: checkbox,
  button: z.string().trim().max(25, atMost(m.checks_flow_button_too_long)).default(""),
  templateId: optionalId("template"),
  remindMinutes: minutes(0, latestHours * 60).default(30),
  reminder: text(limits.question),
  endMinutes: minutes(1, latestHours * 60).default(120),
  timeoutThen: z.enum(["end", "handover"]).default("handover"),
  timeoutText: text(limits.text),
});

const rows = (count: number, shape: (n: number) => z.ZodRawShape): z.ZodRawShape =>
  Object.assign({}, ...Array.from({ length: count }, (_, index) => shape(index + 1)));

const title = z.string().trim().max(100, tooLong).default("");

const stepFields = z.object({
  kind: z.enum(stepKindNames, { error: m.checks_flow_step_kind_required }),
  text: text(limits.text),
  saveTo: answerName,
  field: answerName,
  retry: text(limits.question),
  check: z.enum(checkNames).default("text"),
  options: text(1000),
  shownAs: z.enum(["buttons", "list"]).default("buttons"),
  listButton: z
    .string()
    .trim()
    .max(limits.listButton, {
      error: () => m.checks_flow_list_button_too_long({ listButton: limits.listButton }),
    })
    .default(""),
  answer: answerName,
  fact: answerName,
  operator: z.enum(conditionOperators).default("is"),
  value: z.string().trim().max(500, tooLong).default(""),
  target: z.enum(["field", "tag"]).default("field"),
  name: answerName,
  endpointId: optionalId("endpoint"),
  timeoutSeconds: z.coerce
    .number({ error: m.checks_flow_seconds_required })
    .int()
    .min(1, atLeast(m.checks_flow_number_too_small))
    .max(15, atMost(m.checks_flow_number_too_large))
    .default(10),
  mapping: text(1000),
  templateId: optionalId("template"),
  values: text(4000),
  granted: z.enum(["yes", "no"]).default("yes"),
  title: z
    .string()
    .trim()
    .max(limits.crmTitle, { error: () => m.checks_flow_title_too_long({ crmTitle: limits.crmTitle }) })
    .default(""),
  stageId: optionalId("stage"),
  memberId: optionalId("member"),
  days: z.coerce
    .number({ error: m.checks_flow_days_required })
    .int({ error: m.checks_flow_days_whole })
    .min(0, atLeast(m.checks_flow_number_too_small))
    .max(365, atMost(m.checks_flow_number_too_large))
    .default(1),
  way: z.enum(requestWays).default("prompt"),
  items: text(maxItemsText),
  ask: z.enum(orderAsks).default("prompt"),
  sequenceId: optionalId("sequence"),
  anchor: enrolmentAnchor,
  next: goTo,
  otherwise: goTo,
});

/**
 * The form's fields of every kind of step; each kind uses its own. Rows of choices are numbered: `title1`,
 * `goTo1`.
 */
export const stepForm = stepFields
  .extend(
    rows(limits.rows, (n) => ({ [`title${n}`]: title, [`description${n}`]: title, [`goTo${n}`]: goTo })),
  )
  .extend(
    rows(maxCases, (n) => ({ [`case${n}`]: title, [`caseGoTo${n}`]: goTo })),
  ) as unknown as typeof stepFields;
export type StepForm = z.output<typeof stepForm>;

export const stepMove = z.object({ direction: z.enum(["up", "down"]) });

/** A message to the draft; `restart` discards the earlier ones. */
export const trialInput = z
  .object({ intent: z.enum(["say", "restart"]).default("say"), message: text(1000) })
  .refine(({ intent, message }) => intent === "restart" || message !== "", {
    path: ["message"],
    error: () => m.checks_flow_trial_message_required(),
  });

export const testForm = z.object({
  name: z
    .string({ error: m.checks_flow_test_name_required })
    .trim()
    .min(1, { error: m.checks_flow_test_name_required })
    .max(80, tooLong),
  inputs: text(4000),
  expects: z.string().min(1, { error: m.checks_flow_test_end_required }).max(20),
  answers: text(2000),
});
export type TestForm = z.output<typeof testForm>;

export const publishForm = z.object({ reason: text(500) });

export const sessionFilter = z.object({
  status: z
    .enum(["all", "running", "completed", "handed_over", "timed_out", "stopped"])
    .catch("all")
    .default("all"),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
});
