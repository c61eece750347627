import process from "node:process";
import { expect, it } from "vitest";
import { email, firstName } from "#app/domain/accounts/schemas.ts";
import { problemsOf } from "#app/domain/whatsapp/templates/problems.ts";
import { templateDraft } from "#app/domain/whatsapp/templates/schemas.ts";
import { fillText, variableNamesIn, withoutVariables } from "#app/domain/whatsapp/templates/variables.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import { chooseEncoding } from "#app/web/compression.server.ts";
import * as simulated from "#simulators/meta/templateComponents.ts";

const many = (text: string) => text.repeat(100_000 / text.length);

/**
 * Parsing untrusted text blocks the process. Linear code needs a few milliseconds for 100 KB; a pattern that
 * backtracks at every position needs seconds.
 */
it.each<[string, (text: string) => unknown, string[]]>([
  ["the encodings that a browser takes", chooseEncoding, [`a${many(" ")}b`, `;${many(" ")}`, many(" ;")]],
  ["the variables of a template", variableNamesIn, [`{{${many(" ")}`, many("{{ "), `{{${many("a ")}`]],
  ["a template without its variables", withoutVariables, [`{{${many(" ")}`, many("{")]],
  ["a filled template", (text) => fillText(text, () => "x"), [`{{${many(" ")}`, many("{{")]],
  ["a draft as it is checked", draftProblems, [`{{${many(" ")}x`, many("}} "), `x${many("{")}`]],
  ["the simulator's variables", simulated.variablesIn, [`{{${many(" ")}`, many("{{ ")]],
  ["the simulator's texts", simulated.withoutVariables, [`{{${many(" ")}`, many("{")]],
  ["a name at sign-up", (text) => firstName.safeParse(text), [many("a"), many("1-"), many("a.1")]],
  ["an email address", (text) => email.safeParse(text), [many("a"), `a@${many("a")}`, `a@${many("a.")}`]],
  ["a phone number", (text) => normalisePhone(text), [`1${many('"')}1`, many("+1 "), `1${many(".0")}x`]],
])("%s takes a moment for 100 KB of hostile text", (_, read, texts) => {
  for (const text of texts) {
    // The processor's time: a busy machine takes longer by the clock.
    const start = process.cpuUsage();
    read(text);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(250);
  }
});

function draftProblems(text: string) {
  const valid = templateDraft.parse({ name: "x", category: "UTILITY", language: "en", body: "Hello" });
  const button = { kind: "URL" as const, text, value: text };
  return problemsOf({ ...valid, header: text, body: text, footer: text, buttons: [button] });
}
