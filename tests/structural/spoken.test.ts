import { expect, it } from "vitest";
import { sourceFiles } from "./files.ts";
import { ratchet } from "./ratchet.ts";
import { spokenIn } from "./spoken.ts";

/** Shown texts or sentences that need no translation. */
const untranslated = [
  // The pieces of the interface, shown in development alone.
  /^app\/routes\/public\/kit\.tsx:/,
  // An API response, which is in English.
  /^app\/routes\/public\/docs\/errors\.tsx:\d+ "This is not a phone number\."$/,
  // The market's name in Meta's price list, selected initially.
  /^app\/routes\/admin\/billing\/rateNew\.tsx:\d+ "Rest of Africa"$/,
];

it("all screen texts are messages, in every language", () => {
  const spoken = sourceFiles(/^app\/(routes|ui|web)\/.*(?<!\.test)\.tsx?$/).flatMap(spokenIn);
  expect(ratchet("screen texts that are no messages", untranslated, spoken)).toEqual([]);
});

it("the rule bites", () => {
  const text = `
    <p>Hello <Time /> {n} {isOn ? "on" : m.common_off()}</p>;
    <Stat label="Sent" value={\`\${n} of \${all}\`} hint={m.common_of()} />;
    <input type="hidden" name="kind" value="all" placeholder="Your name" className="hidden p-4" />;
    const items = [{ term: m.common_state(), value: row.owner ?? "Nobody" }, { value: "all", label: "All" }];
    const columns = [{ header: m.common_name(), cell: (row) => \`\${row.seconds} s\` }];
    refused("Choose one emoji.");
    console.error("Logout failed here", error);
    <Field hint="https://…" label={m.common_name()} title="WhatsApp" />;
  `;
  expect(
    spokenIn({ path: "sample.tsx", text }).map((place) => place.replace(/^sample\.tsx:|[`$]/g, "")),
  ).toEqual([
    "2 Hello",
    '2 "on"',
    '3 "Sent"',
    "3 {n} of {all}",
    '4 "Your name"',
    '5 "Nobody"',
    '5 "All"',
    "6 {row.seconds} s",
    '7 "Choose one emoji."',
  ]);
});
