import { createHash } from "node:crypto";
import type { IdPrefix } from "#app/platform/ids.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** Kenya has no daylight saving time. */
const nairobiMs = 3 * hourMs;

const digest = (key: string) => createHash("sha256").update(`tarishi demo ${key}`).digest();

/** A pseudo-random number from 0 up to 1, the same for a key on every start. */
export const chance = (key: string): number => digest(key).readUInt32BE(0) / 2 ** 32;

export const pick = <T>(list: readonly T[], key: string): T => list[Math.floor(chance(key) * list.length)]!;

/** An id like those of `newId`, the same for a key and a moment. */
export const demoId = (prefix: IdPrefix, key: string, at: Date): string =>
  `${prefix}_${at.getTime().toString(16).padStart(12, "0")}${digest(key).toString("hex").slice(0, 20)}`;

/** An id in Meta's format. */
export const metaId = (key: string): string =>
  `1${(digest(key).readBigUInt64BE(0) % 10n ** 15n).toString().padStart(15, "0")}`;

/** Midnight in Nairobi, `days` before the day of a moment. */
export function nairobiMidnight(now: Date, days: number): number {
  const midnight = Math.floor((now.getTime() + nairobiMs) / dayMs) * dayMs - nairobiMs;
  return midnight - days * dayMs;
}

/**
 * SQL functions of the load only. `demo_chance` is `chance` for set-based work, `demo_roll` the same for a
 * number, of which there are many; `demo_id` is `demoId`. `demo_book` books an entry as `bookEntry` does:
 * what its lines do not balance is in the platform's account `outside`.
 */
export const sqlFunctions = `
create function demo_load.demo_chance(key text) returns float8 language sql immutable as $$
  select (hashtextextended(key, 20) & 4294967295)::float8 / 4294967296
$$;
create function demo_load.demo_roll(number bigint, salt int) returns float8 language sql immutable as $$
  select (hashint8extended(number, salt) & 4294967295)::float8 / 4294967296
$$;
create function demo_load.demo_id(prefix text, key text, at timestamptz) returns text language sql immutable as $$
  select prefix || '_' || lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || substr(md5(key), 1, 20)
$$;
create function demo_load.demo_pick(list text[], key text) returns text language sql immutable as $$
  select list[1 + floor(demo_load.demo_chance(key) * cardinality(list))::int]
$$;
create function demo_load.demo_book(book text, id text, kind text, about jsonb, event text, at timestamptz, lines jsonb, outside text)
    returns void language plpgsql as $$
declare
  accounts text[];
  amounts bigint[];
  due bigint;
begin
  select coalesce(array_agg(key order by key), '{}'), coalesce(array_agg(value::bigint order by key), '{}'), coalesce(-sum(value::bigint), 0)
    into accounts, amounts, due from jsonb_each_text(lines) where value::bigint <> 0;
  if due = 0 then
    perform public.book_entry(book, id, kind, about, event, at, null, accounts, amounts);
  else
    perform public.book_entry(book, id, kind, about, event, at, 'platform', accounts || 'due_from_platform'::text, amounts || due);
    perform public.book_entry('platform', id, kind, about, book || ':' || event, at, book, array[outside, 'due_to_counterparty'],
      array[due, -due]);
  end if;
end
$$;`;
