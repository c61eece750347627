import type { Audience, CampaignStatus, VariableSource } from "#app/db/schema/messaging/campaigns.ts";
import type { Reason } from "#app/platform/errors.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import type { DemoOrganisation } from "./organisations.server.ts";
import { chance, dayMs, demoId, hourMs, minuteMs, nairobiMidnight } from "./seed.ts";
import type { DemoSender } from "./whatsapp.server.ts";

/** A planned campaign; recipients and results are computed in the database. */
export interface PlannedCampaign {
  orgId: string;
  id: string;
  name: string;
  kind: "campaign" | "broadcast";
  status: CampaignStatus;
  statusReason: Reason | null;
  templateId: string;
  phoneNumberId: string;
  marketing: boolean;
  audience: Audience;
  variables: Record<string, VariableSource>;
  /** The share of the audience that is used: a broadcast goes to the day's customers. */
  share: number;
  /** Messages a second. */
  rate: number;
  /** How many were sent before it stopped; null when all were. */
  sentBeforeStop: number | null;
  createdBy: string;
  createdAt: Date;
  /** When sending began, or will. */
  startedAt: Date;
}

/** The hours at which the shop messages its customers of the day. */
const broadcasts = [
  { hour: 7.6, label: "Morning deliveries", template: "out_for_delivery" },
  { hour: 10.1, label: "Orders received", template: "order_received" },
  { hour: 12.8, label: "Ready to collect", template: "order_ready" },
  { hour: 15.4, label: "Afternoon deliveries", template: "out_for_delivery" },
  { hour: 17.7, label: "Payments received", template: "payment_received" },
];
/** Monday to Sunday. */
const weekdays = [1, 0.95, 1, 1.1, 1.3, 1.35, 0.3];

/** How busy a day is: little on Sundays, most around payday. */
function busyness(day: Date): number {
  const weekday = (day.getUTCDay() + 6) % 7;
  const dayOfMonth = Number(dayOf(day).slice(8));
  return weekdays[weekday]! * (dayOfMonth >= 27 || dayOfMonth <= 2 ? 1.55 : dayOfMonth >= 24 ? 1.2 : 1);
}

const dayName = (moment: Date) =>
  new Intl.DateTimeFormat("en-KE", {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  }).format(moment);

const firstName: VariableSource = { from: "contact", field: "first_name", fallback: "mteja" };
const town: VariableSource = { from: "contact", field: "fields.town", fallback: "Nairobi" };
const withTown = new Set(["out_for_delivery", "order_ready", "ofa_ya_mwisho_wa_mwezi"]);
const catalogue: VariableSource = { from: "link", url: "https://duka-letu.example/catalogue" };
const marketing = new Set([
  "new_catalogue",
  "weekend_offer",
  "ofa_ya_mwisho_wa_mwezi",
  "new_stock",
  "flash_sale",
]);

/** A campaign with a counted link, and its follow-up to those who did not read it. */
export const catalogueSendings = [
  { name: "New catalogue", days: 12, hour: 9, share: 0.6 },
  { name: "New catalogue (follow-up)", days: 8, hour: 9.5, share: 0.2 },
];

interface Sending {
  name: string;
  template: string;
  startedAt: Date;
  kind?: "campaign" | "broadcast";
  audience?: Audience;
  share?: number;
  number?: number;
  status?: CampaignStatus;
  statusReason?: Reason;
  sentBeforeStop?: number;
  rate?: number;
}

function plan(org: DemoOrganisation, sender: DemoSender, sending: Sending): PlannedCampaign {
  const { template, startedAt } = sending;
  const createdAt = new Date(startedAt.getTime() - (10 + 20 * chance(`made ${sending.name}`)) * minuteMs);
  return {
    orgId: org.orgId,
    id: demoId("cmp", `${org.name} ${sending.name} ${startedAt.getTime()}`, createdAt),
    name: sending.name,
    kind: sending.kind ?? "campaign",
    status: sending.status ?? "completed",
    statusReason: sending.statusReason ?? null,
    templateId: sender.templateIds.get(template)!,
    phoneNumberId: sender.phoneNumberIds[sending.number ?? 0]!,
    marketing: marketing.has(template),
    audience: sending.audience ?? { kind: "all" },
    variables: {
      "1": firstName,
      ...(withTown.has(template) ? { "2": town } : {}),
      ...(template === "new_catalogue" ? { "2": catalogue } : {}),
    },
    share: sending.share ?? 1,
    rate: sending.rate ?? 80,
    sentBeforeStop: sending.sentBeforeStop ?? null,
    createdBy: org.memberIds[1] ?? org.ownerId,
    createdAt,
    startedAt,
  };
}

/** The shop's campaigns of 90 days, and its current ones. */
export function planShop(now: Date, org: DemoOrganisation, sender: DemoSender): PlannedCampaign[] {
  const planned: PlannedCampaign[] = [];
  const add = (sending: Sending) => planned.push(plan(org, sender, sending));
  for (let days = 89; days >= 0; days -= 1) {
    const midnight = nairobiMidnight(now, days);
    // Noon of the day in Nairobi is the same day of the calendar in UTC.
    const day = new Date(midnight + 12 * hourMs);
    const at = (hour: number, jitterHours: number, key: string) =>
      new Date(Math.round(midnight + (hour + (chance(`${key} ${days}`) - 0.5) * jitterHours) * hourMs));
    const busy = busyness(day);
    for (const { hour, label, template } of broadcasts) {
      const startedAt = at(hour, 2.6, label);
      if (startedAt.getTime() > now.getTime() - 10 * minuteMs) continue;
      const share = 0.053 * busy * (0.8 + 0.4 * chance(`${label} size ${days}`));
      add({ name: `${label}, ${dayName(day)}`, kind: "broadcast", template, startedAt, share });
    }
    if (days === 0) continue;
    const weekday = day.getUTCDay();
    const dayOfMonth = Number(dayOf(day).slice(8));
    const newsletter: Audience = { kind: "tag", tag: "newsletter" };
    if (weekday === 5)
      add({
        name: `Weekend offer, ${dayName(day)}`,
        template: "weekend_offer",
        startedAt: at(12, 7, "weekend"),
        audience: newsletter,
      });
    if (dayOfMonth === 28)
      add({
        name: `Ofa ya mwisho wa mwezi, ${dayName(day)}`,
        template: "ofa_ya_mwisho_wa_mwezi",
        startedAt: at(13, 4, "month"),
      });
    if (dayOfMonth === 8)
      add({
        name: `New stock, ${dayName(day)}`,
        template: "new_stock",
        startedAt: at(14, 3, "stock"),
        audience: { kind: "tag", tag: "wholesale" },
        number: 1,
      });
    if (weekday === 3)
      add({
        name: `Commandes prêtes, ${dayName(day)}`,
        kind: "broadcast",
        template: "commande_prete",
        startedAt: at(16.5, 0.5, "french"),
        audience: { kind: "tag", tag: "francophone" },
        share: 0.4,
      });
  }
  const newsletter: Audience = { kind: "tag", tag: "newsletter" };
  for (const { name, days, hour, share } of catalogueSendings)
    add({
      name,
      template: "new_catalogue",
      startedAt: new Date(nairobiMidnight(now, days) + hour * hourMs),
      audience: newsletter,
      share,
      // Spread over four hours.
      rate: 0.05,
    });
  return [...planned, ...inHand(now, org, sender)];
}

/** One campaign in each state except `completed`; the sending one continues when WhatsApp is simulated. */
function inHand(now: Date, org: DemoOrganisation, sender: DemoSender): PlannedCampaign[] {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  /** `days` from today, at an hour in Nairobi. */
  const on = (days: number, hour: number) => new Date(nairobiMidnight(now, -days) + hour * hourMs);
  const newsletter: Audience = { kind: "tag", tag: "newsletter" };
  const offer = "ofa_ya_mwisho_wa_mwezi";
  const sendings: Sending[] = [
    {
      name: "Old price list",
      template: "new_stock",
      startedAt: on(-9, 15.7),
      audience: newsletter,
      status: "cancelled",
      statusReason: { code: "campaign.cancelled_by_member" },
      sentBeforeStop: 214,
    },
    {
      name: "Flash sale",
      template: "flash_sale",
      startedAt: on(-2, 11.2),
      audience: newsletter,
      status: "paused",
      statusReason: {
        code: "meta.132015",
        said: "WhatsApp paused the template “flash_sale” because of low quality. Wait until it is active again, or send an improved copy.",
      },
      sentBeforeStop: 412,
    },
    {
      name: "Bei za jumla za wiki",
      template: offer,
      startedAt: ago(30_000),
      status: "sending",
      number: 1,
      rate: 20,
      sentBeforeStop: 560,
    },
    { name: "Karibu tena: free delivery", template: offer, startedAt: on(1, 9), status: "scheduled" },
    {
      name: "Weekend offer, next week",
      template: "weekend_offer",
      startedAt: on(6, 9.5),
      audience: newsletter,
      status: "scheduled",
    },
    {
      name: "Offers for VIP customers",
      template: "weekend_offer",
      startedAt: ago(5 * hourMs),
      audience: { kind: "tag", tag: "vip" },
      status: "draft",
    },
    {
      name: "School opening",
      template: "new_stock",
      startedAt: ago(26 * hourMs),
      audience: { kind: "none" },
      status: "draft",
    },
  ];
  // Future ones were planned yesterday.
  return sendings.map((sending) => {
    const planned = plan(org, sender, sending);
    return sending.status === "scheduled"
      ? { ...planned, createdAt: ago(dayMs - (planned.startedAt.getTime() % hourMs)) }
      : planned;
  });
}

/**
 * Another organisation's campaigns: a notice every two to four weeks, until a month ago for the few that have
 * stopped.
 */
export function planOther(now: Date, org: DemoOrganisation, sender: DemoSender): PlannedCampaign[] {
  const known = Math.min(88, (now.getTime() - org.createdAt.getTime()) / dayMs - 1);
  const every = 14 + 12 * chance(`every ${org.name}`);
  const last = chance(`stopped ${org.name}`) < 0.06 ? 40 : 1;
  const notices = Math.ceil((known - last) / every);
  return Array.from({ length: Math.max(0, notices) }, (_, index) => {
    const days = Math.floor(last + (index + chance(`day ${index} ${org.name}`)) * every);
    const hour = 8 + 9 * chance(`hour ${index} ${org.name}`);
    const startedAt = new Date(Math.round(nairobiMidnight(now, days) + hour * hourMs));
    return plan(org, sender, {
      name: `Notice, ${dayName(startedAt)}`,
      template: "notice",
      startedAt,
      share: 0.4 + 0.6 * chance(`share ${index} ${org.name}`),
    });
  }).filter(({ startedAt }) => startedAt.getTime() > org.createdAt.getTime() + 4 * hourMs && startedAt < now);
}
