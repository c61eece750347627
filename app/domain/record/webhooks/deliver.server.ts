import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { webhookDeliveries, webhookEndpoints } from "#app/db/schema/developers.ts";
import { endpointSwitchedOff } from "#app/domain/record/events.ts";
import { type ManagersLetter, mailManagers } from "#app/domain/record/mails/mailManagers.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import type { HookAnswer, HookClient } from "#app/providers/webhooks/post.server.ts";
import { parkDeliveries } from "./endpoints.server.ts";
import { noteDelivered } from "./noteDelivered.server.ts";
import { endpointNote } from "./notes.ts";
import { nextTry, verdictOf } from "./schedule.ts";
import { type Endpoint, signedHeaders } from "./secrets.server.ts";
import { toldData } from "./told.ts";

/** Longer than any call may take; then another process tries the delivery again. */
const leaseMs = 60_000;

/** A delivery that this process has taken, with what it sends and where to. */
export interface Taken {
  id: string;
  endpointId: string;
  orgId: Endpoint["orgId"];
  attempts: number;
  eventId: string;
  type: string;
  occurredAt: Date;
  data: Record<string, unknown>;
  url: string;
  secretEncrypted: string;
  previousSecretEncrypted: string | null;
  previousSecretUntil: Date | null;
  /** Nothing but failures came before. */
  isFailing: boolean;
}

// Each endpoint gets at most its in-flight limit, so that an endpoint that doesn't respond doesn't delay the others.
// PostgreSQL keeps the plan that it made while the table was small. The scalar subquery and the ctid array rule out a
// sequential scan in any plan.
export const takeText = `
with ready as (
  select e.org_id, e.id, e.max_in_flight from webhook_endpoints e
  where e.is_on and (
    select true from webhook_deliveries d where d.org_id = e.org_id and d.endpoint_id = e.id and d.due_at <= $1 limit 1)
  for update of e skip locked
), due as (
  select next.* from ready r cross join lateral (
    select d.ctid as place from webhook_deliveries d
    where d.org_id = r.org_id and d.endpoint_id = r.id and d.due_at <= $1
    order by d.due_at, d.id
    limit greatest(0, r.max_in_flight - (select count(*) from webhook_deliveries f
      where f.org_id = r.org_id and f.endpoint_id = r.id and f.state = 'sending' and f.due_at > $1))
    for update of d skip locked
  ) next limit $3
), taken as (
  update webhook_deliveries d set state = 'sending', attempts = d.attempts + 1, due_at = $2, tried_at = $1
  where d.ctid = any(array(select place from due))
  returning d.org_id, d.id, d.endpoint_id, d.event_id, d.attempts
)
select t.id, t.org_id as "orgId", t.endpoint_id as "endpointId", t.attempts, v.id as "eventId", v.type, v.data,
  v.occurred_at as "occurredAt", e.url, e.secret_encrypted as "secretEncrypted",
  e.failing_since is not null as "isFailing", e.previous_secret_encrypted as "previousSecretEncrypted", e.previous_secret_until as "previousSecretUntil"
from taken t
join webhook_endpoints e on e.org_id = t.org_id and e.id = t.endpoint_id
join outgoing_events v on v.org_id = t.org_id and v.id = t.event_id`;

/** Takes deliveries that are due, of every endpoint as many as it may have in flight. */
export async function takeDue(services: Pick<Services, "db" | "clock">, atMost: number): Promise<Taken[]> {
  const now = services.clock.now();
  const { rows } = await services.db.system.query<Taken>({
    name: "take-deliveries",
    text: takeText,
    values: [now, new Date(now.getTime() + leaseMs), atMost],
  });
  return rows;
}

// An endpoint at its limit of deliveries in flight takes no due ones; its next time is when a later one is due.
const nextText = `
select min(case when first.due_at > $1 or e.max_in_flight > (
    select count(*) from webhook_deliveries f
    where f.org_id = e.org_id and f.endpoint_id = e.id and f.state = 'sending' and f.due_at > $1
  ) then first.due_at else (
    select d.due_at from webhook_deliveries d
    where d.org_id = e.org_id and d.endpoint_id = e.id and d.due_at > $1 order by d.due_at limit 1
  ) end) as "dueAt"
from webhook_endpoints e cross join lateral (
  select d.due_at from webhook_deliveries d
  where d.org_id = e.org_id and d.endpoint_id = e.id and d.due_at is not null order by d.due_at limit 1
) first
where e.is_on`;

/** When the next delivery can be taken; null when none is pending. In the past when a due one is locked. */
export async function nextDeliveryAt(services: Pick<Services, "db" | "clock">): Promise<Date | null> {
  const { rows } = await services.db.system.query<{ dueAt: Date | null }>({
    name: "next-delivery",
    text: nextText,
    values: [services.clock.now()],
  });
  return rows[0]?.dueAt ?? null;
}

/** Sends one delivery and writes down what came of it. */
export async function deliver(services: Services, hooks: HookClient, taken: Taken): Promise<void> {
  const at = services.clock.now();
  const body = JSON.stringify({
    type: taken.type,
    timestamp: taken.occurredAt.toISOString(),
    data: toldData(services.config.appUrl, taken.data),
  });
  const endpoint = { ...taken, id: taken.endpointId };
  const headers = signedHeaders(services.config, endpoint, { id: taken.eventId, body, at });
  const answer = await hooks.post(taken.url, body, headers);
  if (isSuccess(answer)) await noteDelivered(services.db, taken, answer);
  else await services.db.withSystem((tx) => settleFailure(tx, services, taken, answer));
}

const isSuccess = ({ status }: HookAnswer) => status !== null && status >= 200 && status < 300;

async function settleFailure(tx: Tx, services: Services, taken: Taken, answer: HookAnswer): Promise<void> {
  const now = services.clock.now();
  const dueAt = nextTry(taken.attempts, now, answer.retryAfterSeconds);
  // The endpoint before its deliveries, as whoever takes them locks both.
  const [endpoint] = await tx
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.orgId, taken.orgId), eq(webhookEndpoints.id, taken.endpointId)))
    .for("update");
  const waits = dueAt !== null && endpoint?.isOn === true;
  await tx
    .update(webhookDeliveries)
    .set({
      state: waits ? "waiting" : dueAt === null ? "failed" : "off",
      dueAt: waits ? dueAt : null,
      lastStatus: answer.status,
      lastAnswer: answer.text,
      durationMs: answer.durationMs,
    })
    .where(
      and(
        eq(webhookDeliveries.orgId, taken.orgId),
        eq(webhookDeliveries.id, taken.id),
        // Whoever took it over after this one's time has the say.
        eq(webhookDeliveries.attempts, taken.attempts),
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
