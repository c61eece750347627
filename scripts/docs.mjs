// `npm run docs`: writes the pages that follow from the code. `tests/structural/docs.test.ts` fails while one is stale.
import { writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { settings } from "#app/platform/config/environment.ts";
import { root } from "./install.mjs";

/** A schema's default value, as it would be written in the environment. @param {any} schema */
function defaultOf(schema) {
  const { type, defaultValue, in: input } = schema.def;
  if (type === "default" || type === "prefault") return String(defaultValue);
  return type === "pipe" ? defaultOf(input) : undefined;
}

const sections = Object.entries(settings).map(([title, shape]) => ({
  title,
  rows: Object.entries(shape).map(([name, schema]) => {
    const { description = "", unset } = schema.meta() ?? {};
    return { name, description, unset, usual: defaultOf(schema) };
  }),
}));

/** A table in Markdown with columns of even width, as the formatter writes it. @param {string[][]} rows */
function tableOf([head = [], ...rows]) {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  /** @param {string[]} row */
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

function configurationPage() {
  const tables = sections.map(({ title, rows }) => {
    const lines = rows.map(({ name, description, unset, usual }) => [
      `\`${name}\``,
      unset ?? (usual ? `\`${usual}\`` : ""),
      description,
    ]);
    return `## ${title}\n\n${tableOf([["setting", "default", "meaning"], ...lines])}`;
  });
  return `# Configuration

All settings come from the environment and are checked once, at the start. \`npm start\` needs none of them. A start with
\`DATABASE_URL\` counts as a deployment: it stops with a list of what is missing. A service without credentials is simulated in a
sandbox, and is off where a Meta app is configured. An empty setting counts as absent.

Generate a secret with \`node -p "crypto.randomBytes(32).toString('hex')"\`. \`.env.example\` lists the same settings as a file.

This page is written by \`npm run docs\` from \`app/platform/config/environment.ts\`.

${tables.join("\n\n")}
`;
}

function envExample() {
  const parts = sections.map(({ title, rows }) => {
    const lines = rows.flatMap(({ name, description, unset, usual }) => {
      const words = unset ? ` Default: ${unset}.` : "";
      return [`# ${description}${words}`.replaceAll("`", ""), `#${name}=${unset ? "" : (usual ?? "")}`];
    });
    return [`# ${title}`, "", ...lines].join("\n");
  });
  return `# Settings of a deployment, for /etc/tarishi.env. Written by \`npm run docs\`; see docs/configuration.md.\n\n${parts.join("\n\n")}\n`;
}

/** Path and text of each generated page. */
export const pages = { "docs/configuration.md": configurationPage(), ".env.example": envExample() };

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [file, text] of Object.entries(pages)) writeFileSync(path.join(root, file), text);
