import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { webhookEndpoints } from "#app/db/schema/record/webhooks.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { stagesOf } from "#app/domain/crm/stages/read.server.ts";
import { teamNames } from "#app/domain/messaging/teams/queries.server.ts";
import { itemsIn } from "#app/domain/sales/orders/itemsText.ts";
import type { OrderAsk } from "#app/domain/sales/orders/words.ts";
import { productsCalled } from "#app/domain/sales/products/find.server.ts";
import { tillsOf } from "#app/domain/sales/tills/find.server.ts";
import { needsPlace, wordsIn } from "#app/domain/whatsapp/templates/files.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";
import type { Action } from "./actions.ts";
import { memberIfThere } from "./members.server.ts";
import { namesIn } from "./texts.ts";

type OrgOnly = Pick<OrgContext, "orgId" | "clock">;

/** An error, at the field of its form. */
export interface ActionProblem {
  field: "templateId" | "values" | "memberId" | "teamId" | "stageId" | "endpointId" | "value" | "items";
  said: string;
}

type Checked =
  | Exclude<Action, { kind: "deal" }>
  | Pick<Extract<Action, { kind: "deal" }>, "kind" | "stageId" | "memberId">;

/** What an action refers to and the organisation does not have; undefined when nothing is missing. */
export async function problemOf(
  tx: Tx,
  ctx: OrgOnly,
  action: Checked | { kind: "webhook"; endpointId: string },
): Promise<ActionProblem | undefined> {
  switch (action.kind) {
    case "template":
      return problemOfTemplate(tx, ctx, action);
    case "tag":
      return undefined;
    case "team":
      return problemOfTeam(tx, ctx, action.teamId);
    case "assign":
    case "task":
      return problemOfMember(tx, ctx, action.memberId);
    case "deal":
      return (await problemOfStage(tx, ctx, action.stageId)) ?? problemOfMember(tx, ctx, action.memberId);
    case "payment":
      return problemOfTills(tx, ctx);
    case "order":
      return problemOfOrder(tx, ctx, action);
    case "webhook":
      return problemOfEndpoint(tx, ctx, action.endpointId);
  }
}

/** A line with names in braces is known only when the step runs. */
async function problemOfOrder(
  tx: Tx,
  ctx: OrgOnly,
  { items, ask }: { items: string; ask: OrderAsk },
): Promise<ActionProblem | undefined> {
  const given = items.split("\n").filter((line) => line.trim() !== "");
  const fixed = given.filter((line) => namesIn(line).length === 0).join("\n");
  const lines = itemsIn(fixed);
  if (given.length === 0 || (fixed !== "" && !lines))
    return { field: "items", said: m.errors_order_bad_items() };
  const products = (lines ?? []).map(({ product }) => product);
  const called = await productsCalled(tx, ctx.orgId, products);
  const item = products.find((product) => !called(product));
  if (item !== undefined) return { field: "items", said: m.errors_order_unknown_product({ item }) };
  const without = ask === "no" ? undefined : await problemOfTills(tx, ctx);
  return without && { ...without, field: "items" };
}

async function problemOfTills(tx: Tx, { orgId }: OrgOnly): Promise<ActionProblem | undefined> {
  const tills = await tillsOf(tx, orgId);
  return tills.length > 0 ? undefined : { field: "value", said: m.errors_till_none() };
}

async function problemOfTemplate(
  tx: Tx,
  { orgId }: OrgOnly,
  { templateId, values }: { templateId: string; values: readonly string[] },
): Promise<ActionProblem | undefined> {
  const [template] = await tx
    .select({ status: templates.status, components: templates.components })
    .from(templates)
    .where(and(eq(templates.orgId, orgId), eq(templates.id, templateId)));
  if (template?.status !== "APPROVED")
    return { field: "templateId", said: m.errors_action_template_not_approved() };
  if (needsPlace(template.components))
    return { field: "templateId", said: m.errors_action_template_needs_location() };
  const wanted = wordsIn(template.components);
  if (values.length === wanted.length && !values.includes("")) return undefined;
  const said =
    wanted.length === 0
      ? m.errors_action_template_has_no_variables()
      : m.errors_action_template_values_required({
          variables: counted(m.counts_variables, wanted.length),
          wanted: wanted.map(({ label }) => label).join(", "),
        });
  return { field: "values", said };
}

async function problemOfMember(tx: Tx, ctx: OrgOnly, memberId: string): Promise<ActionProblem | undefined> {
  const isThere = (await memberIfThere(tx, ctx, memberId)) === memberId;
  return isThere ? undefined : { field: "memberId", said: m.errors_action_member_required() };
}

async function problemOfTeam(tx: Tx, ctx: OrgOnly, teamId: string): Promise<ActionProblem | undefined> {
  const isThere = (await teamNames(tx, ctx.orgId)).some(({ id }) => id === teamId);
  return isThere ? undefined : { field: "teamId", said: m.errors_action_team_required() };
}

async function problemOfStage(tx: Tx, ctx: OrgOnly, stageId: string): Promise<ActionProblem | undefined> {
  const isThere = stageId === "" || (await stagesOf(tx, ctx)).some(({ id }) => id === stageId);
  return isThere ? undefined : { field: "stageId", said: m.errors_action_stage_required() };
}

async function problemOfEndpoint(
  tx: Tx,
  { orgId }: OrgOnly,
  endpointId: string,
): Promise<ActionProblem | undefined> {
  const [endpoint] = await tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.orgId, orgId), eq(webhookEndpoints.id, endpointId)));
  return endpoint ? undefined : { field: "endpointId", said: m.errors_action_endpoint_required() };
}
