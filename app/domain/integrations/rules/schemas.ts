import { z } from "zod";
import { conditionOperators } from "#app/db/schema/integrations.ts";
import { value } from "#app/domain/crm/schemas.ts";
import { fieldsOf, type TriggerName, triggerNames } from "./words.ts";

export const ruleId = z.string().min(1).max(64);
const optionalId = z.string().max(64).default("");

const field = z.string().max(40).default("");
const operator = z.enum(conditionOperators).default("is");
const compared = z.string().trim().max(200).default("");

/** The fields of a rule as its form has them: everything on one page that works without script. */
export const ruleForm = z
  .object({
    name: z.string("Give the rule a name.").trim().min(1, "Give the rule a name.").max(80),
    event: z.enum(triggerNames as [TriggerName, ...TriggerName[]], "Choose what starts the rule."),
    field1: field,
    operator1: operator,
    value1: compared,
    field2: field,
    operator2: operator,
    value2: compared,
    field3: field,
    operator3: operator,
    value3: compared,
    templateId: optionalId,
    values: z.string().max(4000).default(""),
    tag: z.string().trim().max(50).default(""),
    memberId: optionalId,
    endpointId: optionalId,
    dealTitle: z.string().trim().max(120, "At most 120 characters.").default(""),
    dealValue: value,
    stageId: optionalId,
    taskTitle: z.string().trim().max(120, "At most 120 characters.").default(""),
    taskDays: z.coerce.number("Give a number of days.").int().min(0).max(365).default(1),
    taskMemberId: optionalId,
    flowId: optionalId,
  })
  // A row of the conditions without a field is none.
  .superRefine((form, check) => {
    const wanted = [
      "templateId",
      "tag",
      "memberId",
      "endpointId",
      "flowId",
      "dealTitle",
      "taskTitle",
    ] as const;
    if (wanted.every((name) => !form[name]))
      check.addIssue({ code: "custom", path: ["templateId"], message: "Choose at least one thing to do." });
    for (const n of [1, 2, 3] as const) {
      const [given, how, against] = [form[`field${n}`], form[`operator${n}`], form[`value${n}`]];
      if (given === "") continue;
      const path = [`value${n}`];
      if (!(given in fieldsOf(form.event)))
        check.addIssue({ code: "custom", path: [`field${n}`], message: "This event has no such field." });
      else if (how !== "given" && against === "")
        check.addIssue({ code: "custom", path, message: "Give the value to compare with." });
      else if ((how === "at_least" || how === "at_most") && Number.isNaN(Number(against)))
        check.addIssue({ code: "custom", path, message: "Give a number." });
    }
  });
export type RuleForm = z.output<typeof ruleForm>;

export const ruleLogFilter = z.object({
  state: z
    .enum(["all", "waiting", "running", "done", "not_met", "skipped", "failed", "stopped"])
    .catch("all")
    .default("all"),
  page: z.coerce.number().int().min(1).max(1000).catch(1).default(1),
});
