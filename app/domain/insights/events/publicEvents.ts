import { z } from "zod";
import { type EventType, publicName } from "#app/domain/record/eventType.ts";
import { m } from "#messages";
import { publicTypes } from "./words.ts";

/** Public events by area, in the order in which they are shown. */
const groups: readonly { label: () => string; areas: readonly string[] }[] = [
  { label: m.common_messages, areas: ["message"] },
  { label: m.common_contacts, areas: ["contact"] },
  { label: m.webhooks_group_conversations, areas: ["conversation", "flow", "sequence"] },
  { label: m.webhooks_group_campaigns, areas: ["campaign", "template"] },
  { label: m.common_deals_and_tasks, areas: ["deal", "task"] },
  { label: m.webhooks_group_orders, areas: ["order", "due", "cart", "paybill"] },
  { label: m.common_billing, areas: ["payment", "document"] },
];
const areas = groups.flatMap((group) => group.areas);
const areaOf = (name: string): string => name.slice(0, name.indexOf("."));
const placeOf = (name: string): number => areas.indexOf(areaOf(name));

/** The types of each public name, of which the webhook endpoints of an organisation can be notified. */
const published: ReadonlyMap<string, readonly EventType[]> = new Map(
  [...Map.groupBy(publicTypes, publicName)].sort(([one], [other]) => placeOf(one) - placeOf(other)),
);

/** Their names, in the order of their areas. */
export const publicEventNames = [...published.keys()] as [string, ...string[]];

/** The names of one area. */
export const publicEventsOf = (area: string): string[] =>
  publicEventNames.filter((name) => areaOf(name) === area);

/** The names with what each says, by group, in the language of the reader. */
export const publicEventGroups = () =>
  groups.map((group) => ({
    label: group.label(),
    events: group.areas
      .flatMap(publicEventsOf)
      .map((name) => ({ name, label: published.get(name)![0]!.webhook!.label() })),
  }));

/** What an event of a public name looks like: made of the shape of its data. */
export function sampleDataOf(name: string): Record<string, unknown> {
  const types = published.get(name) ?? [];
  if (types.some(({ webhook }) => !webhook!.fields)) return messageSample(name);
  return Object.assign({}, ...types.map(fieldsSample));
}

const id = "0199a1b2c3d40001aabbccddeeff0011";

function messageSample(name: string): Record<string, unknown> {
  const status = name.slice(name.indexOf(".") + 1);
  const isInbound = status === "received" || status === "reacted";
  return {
    message_id: `msg_${id}`,
    contact_id: `con_${id}`,
    phone_number_id: "106540352242922",
    message_type: status === "reacted" ? "reaction" : "text",
    status,
    ...(isInbound ? { from: "+254712345678" } : { to: "+254712345678" }),
    ...(status === "received" ? { text: "Habari, is my order ready?" } : {}),
    ...(status === "reacted" ? { reaction: { emoji: "👍", wamid: "wamid.HBgMMjU0" } } : {}),
    ...(status === "failed" ? { error_code: 131026 } : {}),
  };
}

type Property = { type?: string; enum?: unknown[]; anyOf?: Property[] };

function fieldsSample({ name, data, webhook }: EventType): Record<string, unknown> {
  const { properties = {} } = z.toJSONSchema(data, { io: "output" }) as {
    properties?: Record<string, Property>;
  };
  const subject = areaOf(name);
  return {
    ...(subject in subjectPrefixes ? { [`${subject}_id`]: `${subjectPrefixes[subject]}_${id}` } : {}),
    ...Object.fromEntries(
      Object.entries(webhook!.fields!).map(([field, key]) => [
        field,
        sampleValue(field, properties[key] ?? {}),
      ]),
    ),
  };
}

const subjectPrefixes: Readonly<Record<string, string>> = {
  contact: "con",
  conversation: "cnv",
  campaign: "cmp",
  template: "tpl",
  deal: "dea",
  task: "tsk",
  payment_request: "pmr",
};

function sampleValue(field: string, property: Property): unknown {
  const [first = property] = (property.anyOf ?? []).filter(({ type }) => type !== "null");
  if (first.enum) return first.enum[0];
  if (first.type === "array") return ["vip"];
  if (first.type === "number" || first.type === "integer") return field.endsWith("_cents") ? 150_000 : 120;
  return texts[field] ?? "…";
}

const texts: Readonly<Record<string, string>> = {
  name: "Wanjiku Kamau",
  contact_name: "Wanjiku Kamau",
  assignee_name: "Otieno Odhiambo",
  phone: "+254712345678",
  bsuid: "KE.13491208655302741918",
  contact_id: `con_${id}`,
  merged_contact_id: `con_${id}`,
  due_at: "2026-11-27T09:00:00.000Z",
  source: "whatsapp:STOP",
  currency: "KES",
  total: "1500.00",
  language: "en",
  receipt: "SK27HTR5A1",
  reason: "Term 2 fees",
  account: "4821937H",
  result_code: "1032",
};
