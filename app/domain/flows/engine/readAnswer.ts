import type { AnswerCheck, FlowStep } from "#app/db/schema/flows/flows.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import { fromNairobiInput, toNairobiInput } from "#app/platform/time/nairobiTime.ts";
import { folded } from "./flowTexts.ts";

const longest = 1000;
const dayMs = 86_400_000;
const dayWords: Readonly<Record<string, number>> = {
  today: 0,
  leo: 0,
  "aujourd hui": 0,
  tomorrow: 1,
  kesho: 1,
  demain: 1,
  yesterday: -1,
  jana: -1,
  hier: -1,
  juzi: -2,
  "avant hier": -2,
  "kesho kutwa": 2,
  "apres demain": 2,
};

/** A day as 2026-11-23, read from 23/11/2026 and similar forms, or from words. */
function readDay(text: string, now: Date): string | undefined {
  const word = dayWords[folded(text)];
  if (word !== undefined) return toNairobiInput(new Date(now.getTime() + word * dayMs)).slice(0, 10);
  const [, iso, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const [, day, month, year] = /^(\d{1,2})[./ -](\d{1,2})[./ -](\d{4})$/.exec(text) ?? [];
  const parts = iso ? [iso, isoMonth, isoDay] : [year, month, day];
  if (parts.some((part) => part === undefined)) return undefined;
  const read = parts.map((part) => part!.padStart(2, "0")).join("-");
  const at = fromNairobiInput(`${read}T12:00`);
  return at && toNairobiInput(at).slice(0, 10) === read ? read : undefined;
}

const readers: Record<Exclude<AnswerCheck, "choice">, (text: string, now: Date) => string | undefined> = {
  text: (text) => text.slice(0, longest),
  number: (text) => {
    const plain = text.replace(/[\s,\u00a0\u202f]/g, "");
    return /^-?\d{1,15}(\.\d{1,6})?$/.test(plain) ? String(Number(plain)) : undefined;
  },
  date: readDay,
  coming_date: (text, now) => {
    const day = readDay(text, now);
    return day !== undefined && day >= toNairobiInput(now).slice(0, 10) ? day : undefined;
  },
  phone: (text) => {
    const repaired = normalisePhone(text);
    return repaired.ok ? repaired.phone : undefined;
  },
  email: (text) =>
    /^[^\s@]{1,64}@[^\s@]{1,190}\.[^\s@.]{2,}$/.test(text) ? text.toLowerCase().slice(0, 254) : undefined,
};

/** The title that the text is equal to, the only one that starts with it, or the one with this number. */
function readTitle(titles: readonly string[], text: string): string | undefined {
  const said = folded(text);
  const exact = titles.find((title) => title === text || folded(title) === said);
  if (exact !== undefined) return exact;
  const number = /^(\d{1,2})[.)]?$/.exec(text)?.[1];
  return number === undefined ? undefined : titles[Number(number) - 1];
}

/** The message as an answer to the question; undefined if it is invalid. */
export function readAnswer(
  step: Extract<FlowStep, { kind: "ask" | "choose" }>,
  message: string,
  now: Date,
): string | undefined {
  const text = message.trim();
  if (text === "") return undefined;
  if (step.kind === "choose")
    return readTitle(
      step.choices.map(({ title }) => title),
      text,
    );
  return step.check === "choice" ? readTitle(step.options, text) : readers[step.check](text, now);
}
