import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** What the rules with exactly this selector among their own say. */
const rulesOf = (css: string, selector: string): string[] =>
  [...css.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{};]+)\{([^{}]*)\}/g)]
    .filter(([, selectors]) => selectors!.split(",").some((one) => one.trim() === selector))
    .map(([, , rule]) => rule!);

function ruleOf(css: string, selector: string): string {
  const [rule] = rulesOf(css, selector);
  if (rule === undefined) throw new Error(`no rule for ${selector}`);
  return rule;
}

describe("where the pointer is and what is chosen", () => {
  it("look different in menus and navigation", () => {
    const [topBar, shell, table] = ["topBar", "shell", "table"].map((name) => read(`app/styles/${name}.css`));
    const pairs: [string, string, string][] = [
      [topBar!, ".menu-list a:hover", ".menu-list a[aria-current]"],
      [topBar!, ".menu-phone .side-nav a:hover", '.menu-phone .side-nav a[aria-current="page"]'],
      [topBar!, ".menu > summary:hover", ".menu[open] > summary"],
      [shell!, ".side .side-nav a:hover", '.side-nav a[aria-current="page"]'],
      [table!, ".table tbody tr:hover", ".table tbody tr:target"],
    ];
    for (const [css, hover, chosen] of pairs) expect(ruleOf(css, hover), hover).not.toBe(ruleOf(css, chosen));
  });

  it("look different in the list of the chat", () => {
    const list = read("app/routes/chat/conversationList.tsx");
    const hover = /[ "]hover:(bg-[\w-]+)/.exec(list)?.[1];
    const chosen = /aria-\[current\]:(bg-[\w-]+)/.exec(list)?.[1];
    expect(hover).toBeDefined();
    expect(chosen).toBeDefined();
    expect(hover).not.toBe(chosen);
  });
});

it("no toast lies at the upper edge of a window, where it is closed", () => {
  const rules = rulesOf(read("app/styles/toast.css"), 'body:has([aria-modal="true"]) .toasts');
  const places = rules.flatMap((rule) => /inset: ([^;]+);/.exec(rule)?.[1] ?? []);
  expect(places.length).toBeGreaterThan(1);
  for (const place of places) expect(place).toMatch(/^auto /);
});
