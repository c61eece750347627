import { z } from "zod";
import { formatKes } from "#app/platform/money/money.ts";
import { typedCents } from "#app/platform/money/typedKes.ts";
import { m } from "#messages";

/** In KES, `least` at least 1 unless said. */
interface Limits {
  least?: 0 | 1;
  most: number;
}

const typed = z.union([z.string(), z.number()], { error: m.checks_request_amount_required });

/**
 * An amount typed by a member or in a file, in cents. It is in whole shillings, since M-Pesa takes no cents: prices, items,
 * delivery, discount, requests, dues and penalties. Only prices of Meta's catalogue may have cents; a prompt rounds
 * their total up.
 */
export const wholeKes = (limits: Limits) => typed.transform(orIssue((cents) => problemOf(cents, limits)));

/** The same, or an empty text. */
export const wholeKesOrEmpty = (limits: Limits) =>
  typed.default("").transform((text, check): number | "" => {
    const whole = orIssue((cents) => problemOf(cents, limits));
    return String(text).trim() === "" ? "" : whole(text, check);
  });

/** The same of what may be a price of Meta's catalogue. */
export const anyKes = (limits: Limits) => typed.transform(orIssue((cents) => rangeProblem(cents, limits)));

const orIssue =
  (problemIn: (cents: number) => string | undefined) =>
  (text: string | number, check: { addIssue(issue: { code: "custom"; message: string }): void }): number => {
    const cents = typedCents(String(text));
    const message = cents === undefined ? m.checks_request_amount_required() : problemIn(cents);
    if (message) check.addIssue({ code: "custom", message });
    return message ? z.NEVER : cents!;
  };

const problemOf = (cents: number, limits: Limits) =>
  cents % 100 === 0 ? rangeProblem(cents, limits) : noCents(cents);

function rangeProblem(cents: number, { least = 1, most }: Limits): string | undefined {
  if (cents < least * 100) return m.checks_order_amount_least({ least: formatKes(least * 100) });
  return cents > most * 100 ? m.checks_request_amount_too_large({ most: formatKes(most * 100) }) : undefined;
}

/** What to enter instead. */
export const noCents = (cents: number): string =>
  m.checks_amount_whole({ amount: String(Math.ceil(cents / 100)) });

/** An amount of a program, which sends cents. */
export const wholeKesInCents = ({ least = 1, most }: Limits) =>
  z
    .number()
    .int()
    .min(least * 100)
    .max(most * 100)
    .multipleOf(100);
