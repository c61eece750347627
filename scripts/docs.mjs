// `npm run docs`: writes the pages that follow from the code. `tests/structural/docs.test.ts` fails while one is stale.
import { writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { settings } from "#app/platform/config/environment.ts";
import { consoleActs, memberColumns, staffColumns, workspaceActs } from "#app/platform/roles/acts.server.ts";
import { actWords } from "#app/platform/roles/actWords.server.ts";
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
/** @param {boolean} allowed */
const mark = (allowed) => (allowed ? "yes" : "no");

/** @param {Record<string, readonly (boolean | string)[]>} acts @param {readonly string[]} columns */
const rolesTable = (acts, columns) =>
  tableOf([
    ["act", "meaning", ...columns],
    ...Object.entries(acts).map(([act, cells]) => [
      `\`${act}\``,
      actWords[/** @type {keyof typeof actWords} */ (act)],
      ...cells.map((cell) => (typeof cell === "string" ? cell : mark(cell))),
    ]),
  ]);

const rolesPage = () => `# Roles

What each role may do. Every call of the screens' API names one act of these tables (\`app/platform/roles/acts.server.ts\`); screens
ask the same tables what to show. The members page shows the first one.

API keys have scopes instead of roles; see the reference at \`/docs\`.

This page is written by \`npm run docs\`.

## Workspace

Columns: the roles of members, and what staff of the platform may do in support view. \`look\` is open at once, \`work\` after a
second step with a reason.

${rolesTable(workspaceActs, [...memberColumns, "support view"])}

## Administrator console

Columns: the roles of staff.

${rolesTable(consoleActs, staffColumns)}
`;

export const pages = {
  "docs/roles.md": rolesPage(),
  "docs/configuration.md": configurationPage(),
  ".env.example": envExample(),
};

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [file, text] of Object.entries(pages)) writeFileSync(path.join(root, file), text);
