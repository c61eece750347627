import { expect, it } from "vitest";
import { redact } from "./redact.ts";

it("keeps a body of any depth loggable", () => {
  const body: unknown = JSON.parse(`${'{"a":'.repeat(3000)}"+254 712 345 678"${"}".repeat(3000)}`);
  expect(redact(body)).toContain("(nested too deep)");
  const list: unknown = JSON.parse(`${"[".repeat(3000)}1${"]".repeat(3000)}`);
  expect(redact(list)).toContain("(nested too deep)");
});

it("hides what is said of people and keeps the shape", () => {
  expect(redact({ to: "+254 712 345 678", template: "hello", variables: { name: "Asha" } })).toBe(
    '{"to":"…678","template":"hello","variables":{"name":"(4 characters)"}}',
  );
  expect(redact({})).toBeNull();
});
