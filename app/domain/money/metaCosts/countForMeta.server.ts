import { addToCounters } from "#app/db/addToCounters.server.ts";
import type { Queryable } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { toNairobiInput } from "#app/platform/time/nairobiTime.ts";

/** An outbound message that was delivered just now. */
export interface Delivery {
  phoneNumberId: string;
  /** The first characters of the recipient's number. */
  prefix: string;
  at: Date;
  category: string;
  /** Meta's price type; null: not reported. */
  type: string | null;
}

/** Deliveries that Meta prices alike. */
interface Charged extends Omit<Delivery, "at" | "type"> {
  /** In Nairobi. */
  day: string;
  type: string;
  count: number;
}

const usageDays = {
  table: "meta_usage_days",
  keys: ["day", "phone_number_id", "prefix", "category", "type"],
  counts: ["messages", "billable"],
};

const unreported = "untold";
const keyOf = ({ day, phoneNumberId, prefix, category, type }: Charged) =>
  [day, phoneNumberId, prefix, category, type] as const;

/**
 * Counts what Meta may charge, once each, on delivery: by day in Nairobi, number, calling code, and Meta's reported price
 * (docs/facts/whatsapp-cloud-api.md, Pricing). Without a report the first service messages of a number's month are free.
 */
export async function countForMeta(
  client: Queryable,
  orgId: OrgId,
  deliveries: readonly Delivery[],
): Promise<void> {
  const byKey = new Map<string, Charged>();
  for (const { at, type, ...delivery } of deliveries) {
    const one = { ...delivery, day: toNairobiInput(at).slice(0, 10), type: type ?? unreported, count: 1 };
    const key = keyOf(one).join(" ");
    const known = byKey.get(key);
    if (known) known.count += 1;
    else byKey.set(key, one);
  }
  // The order in which all lock them.
  const charged = [...byKey.keys()].sort().map((key) => byKey.get(key)!);
  const maybeFree = charged.filter(({ type, category }) => type === unreported && category === "service");
  const free = await applyAllowance(client, orgId, maybeFree);
  const billable = (each: Charged) => (each.type.startsWith("free") ? 0 : each.count - (free.get(each) ?? 0));
  await addToCounters(
    client,
    orgId,
    usageDays,
    charged.map((each) => [...keyOf(each), each.count, billable(each)]),
  );
}

/** How many of these are free. They are in the order of their days. */
async function applyAllowance(
  client: Queryable,
  orgId: OrgId,
  charged: readonly Charged[],
): Promise<Map<Charged, number>> {
  const free = new Map<Charged, number>();
  if (charged.length === 0) return free;
  const used = await usedBefore(client, orgId, charged);
  const { rows: allowances } = await client.query<{ messages: number; from: string }>({
    name: "allowances-for-service",
    text: `select messages, effective_from::text as "from" from meta_allowances where category = 'service' order by effective_from desc`,
  });
  for (const each of charged) {
    const { messages = Number.POSITIVE_INFINITY } = allowances.find(({ from }) => from <= each.day) ?? {};
    const earlier = used.get(monthOf(each))!;
    free.set(each, Math.max(0, Math.min(each.count, messages - earlier)));
    used.set(monthOf(each), earlier + each.count);
  }
  return free;
}

const monthOf = ({ phoneNumberId, day }: { phoneNumberId: string; day: string }) =>
  `${phoneNumberId} ${day.slice(0, 7)}`;

/** Adds these to the months of their numbers, and returns what the months had before. */
async function usedBefore(
  client: Queryable,
  orgId: OrgId,
  charged: readonly Charged[],
): Promise<Map<string, number>> {
  const added = new Map<string, { phoneNumberId: string; day: string; count: number }>();
  for (const each of charged) {
    const count = each.count + (added.get(monthOf(each))?.count ?? 0);
    const { phoneNumberId, day } = each;
    added.set(monthOf(each), { phoneNumberId, day: `${day.slice(0, 7)}-01`, count });
  }
  const inOrder = [...added.keys()].sort().map((key) => added.get(key)!);
  const months = await addToCounters<{ phoneNumberId: string; day: string; messages: number }>(
    client,
    orgId,
    {
      table: "meta_free_used",
      keys: ["phone_number_id", "month"],
      counts: ["messages"],
      returning: `phone_number_id as "phoneNumberId", month::text as day, messages`,
    },
    inOrder.map(({ phoneNumberId, day, count }) => [phoneNumberId, day, count]),
  );
  return new Map(months.map((month) => [monthOf(month), month.messages - added.get(monthOf(month))!.count]));
}
