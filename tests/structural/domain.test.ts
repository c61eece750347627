import { describe, expect, it } from "vitest";
import { places, type SourceFile, sourceFiles, withoutComments } from "./files.ts";

const domain = sourceFiles(/^app\/domain\/.*(?<!\.test)\.tsx?$/);

interface Rule {
  name: string;
  forbidden: RegExp;
  breaks: string[];
  keeps: string[];
}

const rules: Rule[] = [
  {
    name: "no HTTP: requests, responses and cookies belong to the API",
    forbidden: /\b(Request|Response|Headers|FormData|IncomingMessage)\b|[cC]ookie/,
    breaks: ["run(request: Request)", "ctx.setCookie(token)"],
    keeps: ["// a Response of Meta", "const request: GraphRequest = {}"],
  },
  {
    name: "no React and no HTTP server",
    forbidden: /from "(react|react-dom|react-router|hono)(\/[^"]*)?"/,
    breaks: ['import { Hono } from "hono";', 'import { jsx } from "react/jsx-runtime";'],
    keeps: ['import type { Reaction } from "./reactions.ts";'],
  },
  {
    name: "no clock of the machine: the time comes from the context's clock, or is passed in",
    forbidden: /\bnew Date\(\)|\bDate\.now\b|\bsystemClock\b/,
    breaks: ["const at = input.at ?? new Date();", "Date.now() - startedAt", "clock: Clock = systemClock"],
    keeps: ["const now = ctx.clock.now();", "new Date(now.getTime() + hourMs)", "// as Date.now()"],
  },
  {
    name: "no chance of its own: references come from an id, secrets from platform/secrets/random.ts",
    forbidden:
      /\bMath\.random\b|\bgetRandomValues\b|\bcrypto\.random|import \{[^}]*\brandom[^}]*\} from "(node:)?crypto"/,
    breaks: [
      "const reference = String(Math.random());",
      "key: crypto.randomUUID()",
      'import { createHash, randomBytes } from "node:crypto";',
    ],
    keeps: [
      'import { createHash } from "node:crypto";',
      'import { randomToken } from "#app/platform/secrets/random.ts";',
    ],
  },
];

const against = ({ forbidden }: Rule, file: SourceFile) =>
  places({ ...file, text: withoutComments(file.text) }, forbidden);

describe("the domain has", () => {
  it.each(rules)("$name", (rule) => {
    expect(domain.length).toBeGreaterThan(500);
    expect(domain.flatMap((file) => against(rule, file))).toEqual([]);
  });

  it.each(rules)("a rule that bites: $name", (rule) => {
    const found = (text: string) => against(rule, { path: "app/domain/crm/a.ts", text }).length;
    expect(rule.breaks.map(found)).toEqual(rule.breaks.map(() => 1));
    expect(rule.keeps.map(found)).toEqual(rule.keeps.map(() => 0));
  });
});
