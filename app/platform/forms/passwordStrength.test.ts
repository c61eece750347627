import { describe, expect, it } from "vitest";
import { enhancePasswords } from "#app/ui/passwords.js";
import { passwordCriteria, passwordLabels, passwordStrength } from "./passwordStrength.ts";

const samples: [string, number, string][] = [
  ["abc", 1, "Weak"],
  ["", 0, "Weak"],
  ["abcdefgh", 2, "Fair"],
  ["Abcdefgh", 3, "Good"],
  ["Abcdefg1", 4, "Strong"],
  ["Abcdef1!", 5, "Strong"],
  ["A1!", 3, "Good"],
];

/** The page's meter on an input with `value`, without a browser. */
function meterOf(value: string) {
  const label = { textContent: "" };
  const dataset = {
    meters: "p",
    score: "",
    criteria: JSON.stringify(passwordCriteria),
    labels: JSON.stringify(passwordLabels()),
  };
  const meter = { dataset, hidden: false, querySelector: () => label };
  const input = { value, addEventListener: () => undefined };
  enhancePasswords({
    querySelectorAll: (selector: string) => (selector === "[data-meters]" ? [meter] : []),
    querySelector: () => input,
  });
  return { score: Number(meter.dataset.score), label: label.textContent };
}

describe("the strength of a password", () => {
  it.each(samples)("%j meets %i criteria: %s", (password, score, label) => {
    expect(passwordStrength(password)).toEqual({ score, label });
  });

  it.each(samples)("is rated alike by the page for %j", (password, score, label) => {
    expect(meterOf(password)).toEqual({ score, label });
  });
});
