import { z } from "zod";
import { conditionOperators } from "#app/db/schema/automation/conditions.ts";
import { isAmountText } from "#app/domain/automation/amountText.ts";
import { isComparable } from "#app/domain/automation/conditions.ts";
import { maxTagLength, tagOf } from "#app/domain/contacts/schemas.ts";
import { value } from "#app/domain/crm/schemas.ts";
import { maxItemsText } from "#app/domain/sales/orders/fieldRules.ts";
import { orderAsks } from "#app/domain/sales/orders/words.ts";
import { requestLimits, requestWays } from "#app/domain/sales/requests/words.ts";
import { enrolmentAnchor } from "#app/domain/sequences/schemas.ts";
import { tooLong } from "#app/platform/forms/checks.ts";
import { idOf, type Noun } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { fieldsOf, type TriggerName, triggerNames } from "./words.ts";

export const ruleId = idOf("rule");
const optionalId = (noun: Noun) => idOf(noun, z.string().max(64)).default("");

const field = z.string().max(40).default("");
const operator = z.enum(conditionOperators).default("is");
const compared = z.string().trim().max(200).default("");

/** An amount needs a reason. */
function checkPayment(
  { paymentAmount, paymentReason }: { paymentAmount: string; paymentReason: string },
  check: z.RefinementCtx,
): void {
  if (paymentAmount === "") return;
  const issue = (path: string, message: string) => check.addIssue({ code: "custom", path: [path], message });
  if (paymentReason === "") issue("paymentReason", m.checks_request_reason_required());
  if (!isAmountText(paymentAmount)) issue("paymentAmount", m.checks_request_amount_required());
}

/** The fields of a rule's form, which is one page and works without script. */
export const ruleForm = z
  .object({
    name: z
      .string({ error: m.checks_rule_name_required })
      .trim()
      .min(1, { error: m.checks_rule_name_required })
      .max(80),
    event: z.enum(triggerNames as [TriggerName, ...TriggerName[]], {
      error: m.checks_rule_event_required,
    }),
    field1: field,
    operator1: operator,
    value1: compared,
    field2: field,
    operator2: operator,
    value2: compared,
    field3: field,
    operator3: operator,
    value3: compared,
    templateId: optionalId("template"),
    values: z.string().max(4000).default(""),
    tag: z
      .string()
      .max(maxTagLength, { error: () => m.checks_tag_too_long({ maxTagLength }) })
      .transform(tagOf)
      .default(""),
    teamId: optionalId("team"),
    memberId: optionalId("member"),
    endpointId: optionalId("endpoint"),
    dealTitle: z.string().trim().max(120, tooLong).default(""),
    dealValue: value,
    stageId: optionalId("stage"),
    taskTitle: z.string().trim().max(120, tooLong).default(""),
    taskDays: z.coerce.number({ error: m.checks_rule_task_days_required }).int().min(0).max(365).default(1),
    taskMemberId: optionalId("member"),
    paymentAmount: z.string().trim().max(60, tooLong).default(""),
    paymentReason: z.string().trim().max(requestLimits.reason, tooLong).default(""),
    paymentWay: z.enum(requestWays).default("prompt"),
    orderItems: z
      .string()
      .transform((typed) => typed.replaceAll("\r\n", "\n").trim())
      .pipe(z.string().max(maxItemsText, tooLong))
      .default(""),
    orderAsk: z.enum(orderAsks).default("prompt"),
    flowId: optionalId("flow"),
    sequenceId: optionalId("sequence"),
    anchor: enrolmentAnchor,
  })
  // Conditions without a field are ignored.
  .superRefine((form, check) => {
    const wanted = [
      "templateId",
      "tag",
      "teamId",
      "memberId",
      "endpointId",
      "flowId",
      "sequenceId",
      "dealTitle",
      "taskTitle",
      "paymentAmount",
      "orderItems",
    ] as const;
    if (wanted.every((name) => !form[name]))
      check.addIssue({
        code: "custom",
        path: ["templateId"],
        message: m.checks_rule_action_required(),
      });
    checkPayment(form, check);
    for (const n of [1, 2, 3] as const) {
      const [given, how, against] = [form[`field${n}`], form[`operator${n}`], form[`value${n}`]];
      if (given === "") continue;
      const path = [`value${n}`];
      if (!(given in fieldsOf(form.event)))
        check.addIssue({
          code: "custom",
          path: [`field${n}`],
          message: m.checks_rule_field_unknown(),
        });
      else if (how !== "given" && against === "")
        check.addIssue({ code: "custom", path, message: m.checks_rule_value_required() });
      else if ((how === "at_least" || how === "at_most") && !isComparable(against))
        check.addIssue({ code: "custom", path, message: m.checks_rule_number_or_date() });
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
