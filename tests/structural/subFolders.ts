import type { Import } from "./imports.ts";
import { roomOf } from "./rooms.ts";

/**
 * The sub-folders of the large rooms, and those files next to them that use some: each may use those before it. All other
 * files next to them serve the whole room and use no sub-folder.
 */
export const floorsIn: Readonly<Record<string, readonly string[]>> = {
  messaging: [
    "media",
    "inboxSettings",
    "teams",
    "sms",
    "messages",
    "satisfaction",
    "conversations",
    "scheduled",
    "inbox",
    "campaigns",
    "sender",
    "smsSender",
    "webhooks",
    "eventWords.ts",
  ],
  money: [
    "prices",
    "tax",
    "invoices",
    "attempts",
    "mpesa",
    "cards",
    "bank",
    "corrections",
    "payments",
    "credits",
    "autoTopUp",
    "messagePrice",
    "metaCosts",
    "funds.server.ts",
    "plans",
    "spending",
    "quote.server.ts",
    "hold.server.ts",
    "singleMessages.server.ts",
    "ledger",
  ],
  accounts: [
    "oneTimeCodes",
    "rateLimits",
    "secondFactors",
    "sessions",
    "emailChanges",
    "profile",
    "settings",
    "formDrafts",
    "passwords",
    "signUp",
  ],
  sales: [
    "tills",
    "tax",
    "accounts",
    "products",
    "catalogues",
    "requests",
    "orders",
    "dues",
    "payments",
    "questions",
    "statement",
    "chatWords",
    "books",
  ],
  whatsapp: ["accounts", "numbers", "templates", "webhookEvents", "handset", "doctor", "eventWords.ts"],
};

/** A sub-folder of a room, or a file next to the sub-folders: `messaging/media`, `money/book.server.ts`. */
export const placeOf = (file: string) => /^app\/domain\/([^/]+\/[^/]+)/.exec(file)?.[1];

/**
 * The places of rooms that use each other, directly or by way of others. All files next to a room's sub-folders are one place,
 * except an `eventWords.ts` that its room does not use: it names what happens in every sub-folder, for the history of all rooms.
 */
export function circlesIn(all: readonly Import[]): string[][] {
  const usedWithin = new Set(all.flatMap(({ from, to }) => (roomOf(from) === roomOf(to) ? to : [])));
  const placeIn = (file: string): string | undefined => {
    const place = placeOf(file);
    const isAlone = place?.endsWith("/eventWords.ts") && !usedWithin.has(file);
    return place?.endsWith(".ts") && !isAlone ? place.replace(/[^/]+$/, "*") : place;
  };
  const uses = new Map<string, Set<string>>();
  for (const { from, to } of all) {
    const [here, there] = [placeIn(from), placeIn(to)];
    if (!here || !there || here === there) continue;
    uses.set(here, (uses.get(here) ?? new Set()).add(there));
  }
  const reachable = (from: string) => {
    const found = new Set<string>();
    const queue = [...(uses.get(from) ?? [])];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      queue.push(...(uses.get(next) ?? []));
    }
    return found;
  };
  const reach = new Map([...uses.keys()].map((place) => [place, reachable(place)]));
  const inCircles = [...reach.keys()].filter((place) => reach.get(place)!.has(place));
  const circleOf = (place: string) =>
    inCircles.filter((other) => reach.get(place)!.has(other) && reach.get(other)!.has(place)).sort();
  return [...new Map(inCircles.map((place) => [circleOf(place)[0], circleOf(place)])).values()];
}
