import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { webhookDeliveries, webhookEndpoints } from "#app/db/schema/record/webhooks.ts";
import { endpointSwitchedOff } from "#app/domain/record/events.ts";
import { type ManagersLetter, mailManagers } from "#app/domain/record/mails/mailManagers.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import type { HookAnswer, HookClient } from "#app/providers/webhooks/post.server.ts";
import { parkDeliveries } from "./endpoints.server.ts";
import { noteDelivered, type Sent } from "./noteDelivered.server.ts";
import { endpointNote } from "./notes.ts";
import type { DueDelivery } from "./readDue.server.ts";
import { nextTry, verdictOf } from "./schedule.ts";
import { type Endpoint, signedHeaders } from "./secrets.server.ts";

/** Sends one delivery. */
export async function send(
  services: Pick<Services, "clock" | "config">,
  hooks: HookClient,
  due: DueDelivery,
): Promise<Sent> {
  const at = services.clock.now();
  const endpoint = { ...due, id: due.endpointId };
  const headers = signedHeaders(services.config, endpoint, { id: due.eventId, body: due.body, at });
  return { at, answer: await hooks.post(due.url, due.body, headers) };
}

export const isSuccess = ({ answer: { status } }: Sent) => status !== null && status >= 200 && status < 300;

/** Stores the result of a delivery. Resolves when it is durable. */
export async function settle(services: Services, due: DueDelivery, sent: Sent): Promise<void> {
  if (isSuccess(sent)) await noteDelivered(services.db, due, sent);
  else await services.db.withSystem((tx) => settleFailure(tx, services, due, sent));
}

async function settleFailure(
  tx: Tx,
  services: Services,
  due: DueDelivery,
  { at, answer }: Sent,
): Promise<void> {
  const now = services.clock.now();
  const attempts = due.attempts + 1;
  const dueAt = nextTry(attempts, now, answer.retryAfterSeconds);
  // The endpoint before its deliveries, as whoever switches it off locks both.
  const [endpoint] = await tx
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.orgId, due.orgId), eq(webhookEndpoints.id, due.endpointId)))
    .for("update");
  const waits = dueAt !== null && endpoint?.isOn === true;
  await tx
    .update(webhookDeliveries)
    .set({
      state: waits ? "waiting" : dueAt === null ? "failed" : "off",
      dueAt: waits ? dueAt : null,
      attempts,
      triedAt: at,
      lastStatus: answer.status,
      lastAnswer: answer.text,
      durationMs: answer.durationMs,
    })
    .where(
      and(
        eq(webhookDeliveries.orgId, due.orgId),
        eq(webhookDeliveries.id, due.id),
        // Another process tried it after this one's hold had ended, or it is replayed: what they wrote stays.
        eq(webhookDeliveries.attempts, due.attempts),
      ),
    );
  if (endpoint) await noteFailure(tx, services, endpoint, answer);
}

async function noteFailure(
  tx: Tx,
  services: Services,
  endpoint: Endpoint,
  answer: HookAnswer,
): Promise<void> {
  const now = services.clock.now();
  const isGone = answer.status === 410;
  const verdict = isGone ? "off" : verdictOf(endpoint, now);
  const turnsOff = verdict === "off" && endpoint.isOn;
  const reason = endpointNote(isGone ? "endpoint.gone" : "endpoint.failing");
  await tx
    .update(webhookEndpoints)
    .set({
      failingSince: endpoint.failingSince ?? now,
      lastFailureAt: now,
      ...(verdict === "warn" ? { warnedAt: now } : {}),
      ...(turnsOff ? { isOn: false, offReason: reason } : {}),
    })
    .where(and(eq(webhookEndpoints.orgId, endpoint.orgId), eq(webhookEndpoints.id, endpoint.id)));
  if (turnsOff) {
    await parkDeliveries(tx, endpoint.orgId, endpoint.id);
    const ctx = systemContext(services, endpoint.orgId, "webhook-deliveries");
    const data = { url: endpoint.url, gone: isGone };
    await record(tx, ctx, endpointSwitchedOff, { subject: endpoint.id, data });
  }
  if (turnsOff || verdict === "warn")
    await mailManagers(tx, services, endpoint.orgId, () => letterOf(services, endpoint, answer, turnsOff));
}

function letterOf(
  services: Services,
  endpoint: Endpoint,
  answer: HookAnswer,
  isOff: boolean,
): ManagersLetter {
  return {
    kind: "webhook_failing",
    url: endpoint.url,
    since: (endpoint.failingSince ?? services.clock.now()).toISOString(),
    lastAnswer: `${answer.status ?? "none"} ${answer.text}`.trim(),
    isOff,
  };
}
