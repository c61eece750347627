import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";
import { type FlowDefinition, type FlowLanguage, flows } from "#app/db/schema/flows/flows.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { folded } from "#app/domain/flows/engine/flowTexts.ts";
import { flowsError } from "#app/domain/flows/errors.ts";
import { flowChanged, flowCreated, flowDeleted } from "#app/domain/flows/events.ts";
import { lockFlow, ownFlow } from "#app/domain/flows/find.server.ts";
import { definition as emptyDefinition } from "#app/domain/flows/outline/build.ts";
import type { flowSettings } from "#app/domain/flows/schemas.ts";
import { record } from "#app/domain/record/record.server.ts";
import { findOwnNumber } from "#app/domain/whatsapp/numbers/find.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { readyMade } from "./readyMade/all.ts";

const mostFlows = 100;

async function insertFlow(
  tx: Tx,
  ctx: OrgContext,
  flow: { name: string; language: FlowLanguage; draft: FlowDefinition },
): Promise<{ flowId: string }> {
  const counted = await tx.$count(flows, eq(flows.orgId, ctx.orgId));
  if (counted >= mostFlows) throw flowsError("flow.too_many", { values: { most: mostFlows } });
  const now = ctx.clock.now();
  const flowId = newId("flw", now.getTime());
  await tx.insert(flows).values({
    ...{ orgId: ctx.orgId, id: flowId, ...flow, createdAt: now },
    nextStep: flow.draft.steps.length + 1,
  });
  await record(tx, ctx, flowCreated, { subject: flowId, data: { flow: flow.name } });
  return { flowId };
}

/** Creates a draft without steps. @throws DomainError `flow.too_many` */
export function createFlow({
  ctx,
  input,
}: Call<{ name: string; language: FlowLanguage }>): Promise<{ flowId: string }> {
  const draft = emptyDefinition([], []);
  return ctx.db.withOrg(ctx.orgId, (tx) => insertFlow(tx, ctx, { ...input, draft }));
}

/** Copies a ready-made flow. @throws DomainError `ready_made.not_found`, `flow.too_many` */
export function copyReadyMade({
  ctx,
  input: { key, language },
}: Call<{ key: string; language: FlowLanguage }>): Promise<{ flowId: string }> {
  const found = readyMade.find((each) => each.key === key)?.languages[language];
  if (!found) throw notFound("Ready made");
  const { name, definition: draft } = found;
  return ctx.db.withOrg(ctx.orgId, (tx) => insertFlow(tx, ctx, { name, language, draft }));
}

type Settings = z.output<typeof flowSettings>;

/** Keywords that start a flow, one per line or separated by commas, each once. */
const keywordsOf = (text: string) => {
  const words = text.split(/[,\n]/).map((word) => word.trim());
  return [
    ...new Map(words.filter((word) => folded(word) !== "").map((word) => [folded(word), word])).values(),
  ];
};

/** @throws DomainError `flow.not_found`, `whatsapp_number.not_found`, `template.not_found` */
export function updateFlow({
  ctx,
  input: { flowId, ...input },
}: Call<Settings & { flowId: string }>): Promise<{ flowId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await lockFlow(tx, ctx, flowId);
    if (input.phoneNumberId) await findOwnNumber(tx, ctx.orgId, input.phoneNumberId);
    if (input.templateId) await requireTemplate(tx, ctx, input.templateId);
    const { name, language, firstMessage, button, templateId, remindMinutes, reminder, endMinutes } = input;
    const draft: FlowDefinition = {
      ...flow.draft,
      starts: { keywords: keywordsOf(input.keywords), firstMessage, button, templateId },
      timeout: {
        remindMinutes,
        reminder,
        endMinutes,
        afterwards: input.timeoutThen,
        text: input.timeoutText,
      },
    };
    await tx
      .update(flows)
      .set({ name, language, phoneNumberId: input.phoneNumberId || null, draft, isChanged: true })
      .where(ownFlow(ctx, flowId));
    await record(tx, ctx, flowChanged, { subject: flowId, data: { flow: name } });
    return { flowId };
  });
}

/** @throws DomainError `template.not_found` */
async function requireTemplate(tx: Tx, ctx: OrgContext, templateId: string): Promise<void> {
  const [template] = await tx
    .select({ id: templates.id })
    .from(templates)
    .where(and(eq(templates.orgId, ctx.orgId), eq(templates.id, templateId)));
  if (!template) throw notFound("Template");
}

/**
 * Deletes a flow with its versions, tests and log, and ends its sessions. @throws DomainError
 * `flow.not_found`
 */
export function deleteFlow({ ctx, input: { flowId } }: Call<{ flowId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { name } = await lockFlow(tx, ctx, flowId);
    await tx.delete(flows).where(ownFlow(ctx, flowId));
    await record(tx, ctx, flowDeleted, { subject: flowId, data: { flow: name } });
    return {};
  });
}
