import { expect, expectTypeOf, it } from "vitest";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { m } from "#messages";
import { lazy } from "./lazy.ts";

it("reads a text in the current language, also in lists and inner tables", () => {
  const table = lazy({
    draft: { label: m.common_draft, tone: "neutral" },
    tabs: [{ to: "/", label: m.common_draft }],
  });
  const draft = (locale: "en" | "sw") =>
    withLocale(locale, () => [table.draft.label, table.tabs[0].label, `${table.draft.tone}`]);
  expect(draft("en")).toEqual(["Draft", "Draft", "neutral"]);
  expect(draft("sw")).toEqual(["Rasimu", "Rasimu", "neutral"]);
});

it("calls nothing before it is read, and then each time", () => {
  let calls = 0;
  const table = lazy({ count: () => ++calls, fields: () => [calls] });
  expect(calls).toBe(0);
  expect([table.count, table.count, table.fields]).toEqual([1, 2, [2]]);
});

it("looks like an ordinary object: keys in order, spread, JSON", () => {
  const table = lazy({ b: () => "1", a: null, 7: undefined, list: ["x", 2] });
  expect(Object.keys(table)).toEqual(["7", "b", "a", "list"]);
  expect({ ...table }).toEqual({ b: "1", a: null, 7: undefined, list: ["x", 2] });
  expect(JSON.stringify(table)).toBe('{"b":"1","a":null,"list":["x",2]}');
});

it("keeps types exact, and rejects functions with parameters", () => {
  const table = lazy({ live: { label: m.common_live, tone: "good" } });
  expectTypeOf(table.live.tone).toEqualTypeOf<"good">();
  expectTypeOf(table.live.label).toExtend<string>();
  expectTypeOf<keyof typeof table>().toEqualTypeOf<"live">();
  // @ts-expect-error: its value would be missing when the property is read.
  lazy({ text: m.common_quoted });
});
