import { asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { dealChanges, dealStages, deals } from "#app/db/schema/crm/deals.ts";
import { crmTasks } from "#app/db/schema/crm/tasks.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { loadDemoOrders } from "./orders.server.ts";
import type { DemoOrganisation } from "./organisations.server.ts";
import { chance, dayMs, demoId, hourMs, pick } from "./seed.ts";

const stages = [
  ["New", "open"],
  ["Contacted", "open"],
  ["Quoted", "open"],
  ["Negotiation", "open"],
  ["Won", "won"],
  ["Lost", "lost"],
] as const;

/** The number of deals per stage. */
const spread = [6, 5, 5, 3, 4, 2];

const wares: readonly [title: string, shillings: number][] = [
  ["50 bags of sugar", 320_000],
  ["School uniforms, 40 pieces", 64_000],
  ["Gas cooker with oven", 48_500],
  ["Mattresses for a guest house", 126_000],
  ["Solar lamps, 25 pieces", 41_250],
  ["Cooking oil, monthly delivery", 89_000],
  ["Office chairs, 12 pieces", 102_000],
  ["Fridge, 180 litres", 39_995],
  ["Maize flour, 2 tonnes", 156_000],
  ["Water tank, 5,000 litres", 38_000],
];

/** Every third deal has one of them. */
const notes = [
  "Wants delivery to Nakuru before the 15th. Pays half on order.",
  "Compares with a supplier in Industrial Area; our price is KES 40 higher a piece.",
  "Ask for the LPO number before loading.",
];

const errands = [
  "Send the quotation",
  "Ring about the delivery",
  "Ask for the receipt number",
  "Check the stock in Mombasa",
  "Confirm the price with the supplier",
  "Send photos of the new range",
  "Ask whether the order arrived",
  "Book the lorry",
];

interface Made {
  orgId: DemoOrganisation["orgId"];
  team: string[];
  people: string[];
  now: Date;
}

/** Deals over all stages with their history, tasks, some overdue and some done, and orders. */
export async function loadDemoDeals(tx: Tx, shop: DemoOrganisation, now: Date): Promise<void> {
  const people = await tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(eq(contacts.orgId, shop.orgId))
    .orderBy(asc(contacts.phone))
    .limit(40);
  const made: Made = { orgId: shop.orgId, team: shop.memberIds, people: people.map(({ id }) => id), now };
  const stageIds = stages.map(([name]) => demoId("dst", name, now));
  await tx.insert(dealStages).values(
    stages.map(([name, kind], index) => ({
      orgId: shop.orgId,
      id: stageIds[index]!,
      name,
      kind,
      position: index + 1,
      createdAt: now,
    })),
  );
  const rows = spread.flatMap((count, stage) => Array.from({ length: count }, () => stage));
  const all = rows.map((stage, index) => dealOf(made, stageIds, stage, index));
  await tx.insert(deals).values(all.map(({ deal }) => deal));
  await tx.insert(dealChanges).values(all.flatMap(({ history }) => history));
  await tx.insert(crmTasks).values(Array.from({ length: 20 }, (_, index) => taskOf(made, all, index)));
  await loadDemoOrders(tx, shop, now);
}

type DealRow = typeof deals.$inferInsert;

function dealOf({ orgId, team, people, now }: Made, stageIds: string[], stage: number, index: number) {
  const key = `deal ${index}`;
  const createdAt = new Date(now.getTime() - (3 + 40 * chance(`${key} age`)) * dayMs);
  const life = now.getTime() - createdAt.getTime();
  const at = (part: number) => new Date(createdAt.getTime() + part * life);
  const [title, shillings] = wares[index % wares.length]!;
  const id = demoId("dea", key, createdAt);
  const kind = stages[stage]![1];
  const ownerUserId = index % 6 === 5 ? null : pick(team, `${key} owner`);
  // The paths to Won and to Lost differ only in their end.
  const way = kind === "lost" ? [0, 1, 5] : Array.from({ length: stage + 1 }, (_, step) => step);
  const history = way.map((step, turn) => ({
    orgId,
    id: demoId("dch", `${key} ${turn}`, at(turn / (way.length + 1))),
    dealId: id,
    kind: turn === 0 ? ("created" as const) : ("stage" as const),
    before: turn === 0 ? null : stages[way[turn - 1]!]![0],
    after: stages[step]![0],
    changedBy: ownerUserId,
    createdAt: at(turn / (way.length + 1)),
  }));
  const stageSince = history.at(-1)!.createdAt;
  const deal: DealRow = {
    orgId,
    id,
    contactId: people[(index * 7) % people.length]!,
    title,
    valueCents: shillings * 100,
    stageId: stageIds[stage]!,
    stageSince,
    ownerUserId,
    closesOn: dayOf(new Date(now.getTime() + (chance(`${key} end`) * 30 - 5) * dayMs)),
    note: index % 3 === 0 ? pick(notes, `${key} note`) : "",
    closedAt: kind === "open" ? null : stageSince,
    createdAt,
  };
  return { deal, history };
}

/** The first five are overdue, the last five done. */
function taskOf({ orgId, team, people, now }: Made, all: { deal: DealRow }[], index: number) {
  const key = `task ${index}`;
  const createdAt = new Date(now.getTime() - (6 + 24 * chance(key)) * hourMs - 3 * dayMs);
  const isLate = index < 5;
  const isDone = index >= 15;
  const dueAt = new Date(now.getTime() + (isLate || isDone ? -1 : 1) * (2 + index * 5) * hourMs);
  const deal = index % 2 === 0 ? all[index]!.deal : undefined;
  return {
    orgId,
    id: demoId("tsk", key, createdAt),
    title: errands[index % errands.length]!,
    contactId: deal?.contactId ?? people[(index * 3) % people.length]!,
    dealId: deal?.id ?? null,
    assignedTo: index % 3 === 0 ? team[0]! : pick(team, `${key} whose`),
    dueAt,
    doneAt: isDone ? new Date(dueAt.getTime() - hourMs) : null,
    doneBy: isDone ? team[0]! : null,
    remindedAt: isLate || isDone ? dueAt : null,
    createdBy: team[0]!,
    createdAt,
  };
}
