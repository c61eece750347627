import { asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import {
  flowSessions,
  flows,
  flowTests,
  flowVersions,
  type SessionStatus,
  type StartedBy,
} from "#app/db/schema/flows/flows.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { readyMade } from "#app/domain/flows/definitions/readyMade/all.ts";
import type { EndReason, FlowLanguage } from "#app/domain/flows/words.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";

type Ran = readonly [SessionStatus, EndReason | null, StartedBy, Record<string, string>];

const scored = (score: string, comment: string, status: SessionStatus = "completed"): Ran => [
  status,
  status === "handed_over" ? "handover_step" : null,
  "button",
  { score, comment },
];
const booked = (huduma: string, siku: string, wakati: string): Ran => [
  "handed_over",
  "handover_step",
  "keyword",
  { huduma, siku, wakati, simu: "+254722000111", sawa: "Ndiyo" },
];

const satisfaction: readonly Ran[] = [
  scored("5", "Fast delivery, thank you"),
  scored("4", "A little late"),
  scored("5", "Nothing, keep it up"),
  scored("2", "The lid was broken", "handed_over"),
  scored("3", "More colours please"),
  scored("4", "Open earlier on Sunday"),
  ["timed_out", "no_answer", "button", { score: "4" }],
  scored("5", "Friendly rider"),
  scored("1", "Nobody picked up the phone", "handed_over"),
  ["stopped", "member_wrote", "member", {}],
  scored("5", "All good"),
  ["timed_out", "no_answer", "button", {}],
];
const appointments: readonly Ran[] = [
  booked("Matengenezo", "2026-11-24", "Asubuhi"),
  booked("Ushauri", "2026-11-24", "Mchana"),
  ["stopped", "customer_stopped", "keyword", { huduma: "Ushauri" }],
  booked("Kuletewa mzigo", "2026-11-26", "Jioni"),
  ["handed_over", "asked_for_person", "keyword", { huduma: "Jambo lingine" }],
  booked("Matengenezo", "2026-11-27", "Asubuhi"),
  ["stopped", "opted_out", "keyword", {}],
];

/** Two flows at work: the replies of customers in the last days. */
export async function createDemoFlows(tx: Tx, orgId: OrgId, clock: OrgContext["clock"]): Promise<void> {
  const talks = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.orgId, orgId))
    .orderBy(asc(conversations.id))
    .limit(satisfaction.length + appointments.length);
  const ids = talks.map(({ id }) => id);
  const place = { tx, orgId, now: clock.now() };
  await addFlow(place, "satisfaction", "en", ["5", "Quick and friendly"], satisfaction, ids);
  const book = ["Matengenezo", "kesho", "Asubuhi", "0722 000 111", "Ndiyo"];
  await addFlow(place, "appointment", "sw", book, appointments, ids.slice(satisfaction.length));
}

async function addFlow(
  { tx, orgId, now }: { tx: Tx; orgId: OrgId; now: Date },
  key: string,
  language: FlowLanguage,
  inputs: string[],
  ran: readonly Ran[],
  talks: readonly string[],
): Promise<void> {
  const { name, definition } = readyMade.find((each) => each.key === key)!.languages[language];
  const flowId = newId("flw", now.getTime());
  const publishedAt = new Date(now.getTime() - 20 * 86_400_000);
  await tx.insert(flows).values({
    ...{ orgId, id: flowId, name, language, status: "live", draft: definition, version: 1, isChanged: false },
    ...{ nextStep: definition.steps.length + 1, publishedAt, createdAt: publishedAt },
  });
  await tx.insert(flowVersions).values({
    ...{ orgId, flowId, number: 1, definition, testsPassed: 1, testsTotal: 1, createdAt: publishedAt },
  });
  await tx.insert(flowTests).values({
    ...{ orgId, id: newId("fte", now.getTime()), flowId, name: "The straight way", inputs },
    expects: key === "appointment" ? "handed_over" : "completed",
    createdAt: publishedAt,
  });
  const rows = ran.slice(0, talks.length).map(([status, reason, startedBy, answers], index) => {
    const startedAt = new Date(now.getTime() - (index * 17 + 3) * 3_600_000);
    return {
      ...{ orgId, id: newId("fse", startedAt.getTime()), flowId, version: 1, conversationId: talks[index]! },
      ...{ status, reason, startedBy, answers, startKey: `demo:${flowId}:${index}`, startedAt },
      toPerson: status === "handed_over",
      endedAt: new Date(startedAt.getTime() + 4 * 60_000),
    };
  });
  if (rows.length > 0) await tx.insert(flowSessions).values(rows);
}
