import { expect, it } from "vitest";
import { campaignMoves } from "#app/domain/messaging/campaigns/states.ts";
import { movesByHand } from "#app/domain/messaging/conversations/states.ts";
import { mayMove, messageStates } from "#app/domain/messaging/messages/states.ts";
import { scheduledMoves } from "#app/domain/messaging/scheduled/states.ts";
import { smsMoves } from "#app/domain/messaging/sms/states.ts";
import { paymentMoves, payoutMoves } from "#app/domain/money/attempts/states.ts";
import { orderMoves } from "#app/domain/sales/orders/states.ts";
import { refundMoves } from "#app/domain/sales/payments/refundStates.ts";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { locales } from "#app/platform/locale/locale.ts";
import { allPaths, root, sourceFiles } from "./files.ts";

type Word = string | (() => string);
type Entry = Word | { label?: Word; name?: Word; word?: Word };

const textOf = (entry: Entry): string | undefined => {
  const word = typeof entry === "object" ? (entry.label ?? entry.name ?? entry.word) : entry;
  return typeof word === "function" ? word() : word;
};

/** The texts of a table of states that begin with a small letter, in each language. */
const smallOnes = (table: Record<string, Entry>) =>
  locales.flatMap((locale) =>
    withLocale(locale, () =>
      Object.keys(table)
        .map((state) => textOf(table[state]!) ?? "")
        .filter((text) => /^\p{Ll}/u.test(text))
        .map((text) => `${locale}: ${text}`),
    ),
  );

const isTableOfStates = (name: string, value: unknown): value is Record<string, Entry> =>
  /(state|status|statuses|quality)(words|labels|names)?$|(states|statuses)$/i.test(name) &&
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value);

it("states begin with a capital letter on every screen, in every language", async () => {
  const found: string[] = [];
  let tables = 0;
  for (const path of allPaths.filter((file) => /^app\/.*(words|Words|States|Status)\.ts$/.test(file))) {
    const module = (await import(/* @vite-ignore */ `${root}/${path}`)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module)) {
      if (!isTableOfStates(name, value)) continue;
      tables++;
      found.push(...smallOnes(value).map((text) => `${path} ${name}: ${text}`));
    }
  }
  expect(found).toEqual([]);
  expect(tables).toBeGreaterThan(15);
});

it("the rule bites", () => {
  const table = { open: () => "open", closed: { label: "Closed" }, paid: { name: "paid" }, late: "Late" };
  expect(isTableOfStates("disputeStateWords", table)).toBe(true);
  expect(smallOnes(table).filter((text) => text.startsWith("en"))).toEqual(["en: open", "en: paid"]);
});

const edgesOf = (moves: Record<string, readonly string[]>) =>
  Object.entries(moves)
    .flatMap(([from, targets]) => targets.map((to) => `${from} → ${to}`))
    .sort();

/** The moves of the diagram below a heading; where a state begins or ends is no move. */
const drawnIn = (page: string, heading: string) =>
  [...(page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "").matchAll(/^ {2}(\w+) --> (\w+)/gm)]
    .map(([, from, to]) => `${from} → ${to}`)
    .sort();

const messageMoves = Object.fromEntries(
  messageStates.map((from) => [from, messageStates.filter((to) => mayMove(from, to))]),
);
/** A customer's message makes every conversation wait, also a closed one. */
const conversationMoves = { ...movesByHand, closed: [...movesByHand.closed, "waiting"] };

it.each<[string, Record<string, readonly string[]>]>([
  ["Message", messageMoves],
  ["Campaign", campaignMoves],
  ["Payment", paymentMoves],
  ["Payout", payoutMoves],
  ["Conversation", conversationMoves],
  ["Scheduled message", scheduledMoves],
  ["Order", orderMoves],
  ["Refund", refundMoves],
  ["SMS", smsMoves],
])("the diagram %s in docs/states.md has the moves of the code", (heading, moves) => {
  const [page] = sourceFiles(/^docs\/states\.md$/);
  expect(edgesOf(moves).length).toBeGreaterThan(4);
  expect(drawnIn(page!.text, heading)).toEqual(edgesOf(moves));
});
