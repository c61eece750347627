import { describe, expect, it } from "vitest";
import { places, type SourceFile, sourceFiles, withoutComments } from "./files.ts";

/** Statements that can't run on a distributed database, so that a move to one stays possible. */
const rules = {
  "an organisation is set by SET LOCAL, since set_config stays on the coordinator":
    /set_config\(\s*'app\.org_id'/i,
  "no empty select list, since it does not reach the other nodes whole":
    /\(\s*select\s*\)|\bselect\s+from\b/i,
};

const code = sourceFiles(/^app\/.*(?<!\.test)\.ts$/).map((file) => ({
  ...file,
  text: withoutComments(file.text),
}));

const wrong: Record<keyof typeof rules, string[]> = {
  "an organisation is set by SET LOCAL, since set_config stays on the coordinator": [
    "select set_config('app.org_id', $1, true)",
  ],
  "no empty select list, since it does not reach the other nodes whole": [
    "exists (select from messages)",
    "from (select) as counts",
    "exists (\n  select\n  from messages)",
  ],
};

describe.each(Object.entries(rules))("%s", (rule, pattern) => {
  it("no statement requires a single node", () => {
    expect(code.length).toBeGreaterThan(100);
    expect(code.flatMap((file) => places(file, pattern))).toEqual([]);
  });

  it.each(wrong[rule as keyof typeof rules])("the rule bites: %s", (text) => {
    const sample: SourceFile = { path: "a.ts", text };
    expect(places(sample, pattern)).toHaveLength(1);
  });
});
