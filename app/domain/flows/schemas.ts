import { z } from "zod";
import { checkNames, flowLanguageCodes, limits, mostCases, operatorNames, stepKindNames } from "./words.ts";

export const flowId = z.string().min(1).max(64);
export const stepId = z.string().min(1).max(20);
export const testId = z.string().min(1).max(64);

const lines = (text: string) => text.replaceAll("\r\n", "\n").trim();
/** The default comes last: forms leave empty fields away, and only the outermost default is theirs. */
const text = (max: number) =>
  z
    .string()
    .transform(lines)
    .pipe(z.string().max(max, `At most ${max} characters.`))
    .default("");
const optionalId = z.string().max(64).default("");
const goTo = z.string().max(20).default("");
const checkbox = z
  .union([z.boolean(), z.enum(["on", "off", "true", "false"])])
  .optional()
  .transform((value) => value === true || value === "on" || value === "true");
const minutes = (least: number, most: number) =>
  z.coerce
    .number("Enter a number of minutes.")
    .int("Enter whole minutes.")
    .min(least, `At least ${least} minutes.`)
    .max(most, `At most ${most} minutes.`);

/** The name of an answer, as texts name it in braces. */
const answerName = z
  .string()
  .trim()
  .max(40, "At most 40 characters.")
  .regex(/^[\p{L}\p{N}_ -]*$/u, "Use letters, digits, blanks and dashes.")
  .default("");

const flowName = z
  .string("Give the flow a name.")
  .trim()
  .min(1, "Give the flow a name.")
  .max(80, "At most 80 characters.");
const language = z.enum(flowLanguageCodes as ["en", "sw", "fr"], "Choose the language of its texts.");

export const newFlow = z.object({ name: flowName, language: language.default("en") });

/** What is used of the ready-made flows. */
export const readyMadeFlow = z.object({ key: z.string().max(40), language: language.default("en") });

/** Everything of a flow but its steps. */
export const flowSettings = z.object({
  name: flowName,
  language,
  phoneNumberId: z.string().max(64).default(""),
  keywords: text(400),
  firstMessage: checkbox,
  button: z.string().trim().max(25, "A button has at most 25 characters.").default(""),
  templateId: optionalId,
  remindMinutes: minutes(0, 1380).default(30),
  reminder: text(limits.question),
  endMinutes: minutes(1, 1380).default(120),
  timeoutThen: z.enum(["end", "handover"]).default("handover"),
  timeoutText: text(limits.text),
});

const rows = (count: number, shape: (n: number) => z.ZodRawShape): z.ZodRawShape =>
  Object.assign({}, ...Array.from({ length: count }, (_, index) => shape(index + 1)));

const title = z.string().trim().max(100, "At most 100 characters.").default("");

const stepFields = z.object({
  kind: z.enum(stepKindNames, "Choose what the step does."),
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
    .max(limits.listButton, `At most ${limits.listButton} characters.`)
    .default(""),
  answer: answerName,
  fact: answerName,
  operator: z.enum(operatorNames).default("is"),
  value: z.string().trim().max(500, "At most 500 characters.").default(""),
  target: z.enum(["field", "tag"]).default("field"),
  name: answerName,
  endpointId: optionalId,
  timeoutSeconds: z.coerce
    .number("Enter seconds.")
    .int()
    .min(1, "At least 1.")
    .max(15, "At most 15.")
    .default(10),
  mapping: text(1000),
  templateId: optionalId,
  values: text(4000),
  granted: z.enum(["yes", "no"]).default("yes"),
  title: z.string().trim().max(limits.crmTitle, `At most ${limits.crmTitle} characters.`).default(""),
  stageId: optionalId,
  memberId: optionalId,
  days: z.coerce
    .number("Enter a number of days.")
    .int("Enter whole days.")
    .min(0, "At least 0.")
    .max(365, "At most 365.")
    .default(1),
  next: goTo,
  otherwise: goTo,
});

/** The fields of any step as its form has them; each kind reads its own. Rows of choices are numbered: `title1`, `goTo1`. */
export const stepForm = stepFields
  .extend(
    rows(limits.rows, (n) => ({ [`title${n}`]: title, [`description${n}`]: title, [`goTo${n}`]: goTo })),
  )
  .extend(
    rows(mostCases, (n) => ({ [`case${n}`]: title, [`caseGoTo${n}`]: goTo })),
  ) as unknown as typeof stepFields;
export type StepForm = z.output<typeof stepForm>;

export const stepMove = z.object({ direction: z.enum(["up", "down"]) });

/** What is said to the draft; `restart` forgets what was said before. */
export const trialInput = z
  .object({ intent: z.enum(["say", "restart"]).default("say"), message: text(1000) })
  .refine(({ intent, message }) => intent === "restart" || message !== "", {
    path: ["message"],
    message: "Write what the customer says.",
  });

export const testForm = z.object({
  name: z.string("Name the test.").trim().min(1, "Name the test.").max(80, "At most 80 characters."),
  inputs: text(4000),
  expects: z.string().min(1, "Choose where it has to come to.").max(20),
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
