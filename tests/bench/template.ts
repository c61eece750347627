import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { freePort, type RunningProcess, startNode, untilAnswers } from "#tests/support/processes.ts";

const root = path.join(import.meta.dirname, "..", "..");

/** The pages that are compared, by the name of their route file in the template. */
export const comparedPages = { landing: "/", login: "/login", dashboard: "/dashboard" } as const;
export type PageName = keyof typeof comparedPages;

const shown = new Set(["h1", "h2", "h3", "h4", "p", "a", "button", "label", "li", "dt", "dd", "summary"]);
const unseen = /<(script|style|svg|template|noscript)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g;
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };

/** The visible text of a page, in order, each part with its element. */
export function visibleText(html: string): { element: string; text: string }[] {
  const body = html.slice(html.indexOf("<body")).replace(unseen, "");
  const pieces: { element: string; text: string }[] = [];
  const open: string[] = [];
  for (const [, closes, name, inner] of body.matchAll(/<(\/?)([a-z0-9]+)[^>]*>|([^<]+)/g)) {
    if (name && shown.has(name)) {
      if (closes) open.pop();
      else open.push(name);
    }
    const text = inner?.replace(/&([#\w]+);/g, (whole, entity: string) => entities[entity] ?? whole);
    if (text?.trim()) pieces.push({ element: open.at(-1) ?? "p", text: text.trim() });
  }
  return pieces;
}

const classes: Record<string, string> = {
  h1: "text-3xl font-bold",
  h2: "text-2xl font-bold pt-8",
  h3: "text-xl font-semibold pt-4",
  a: "block text-blue-700 hover:underline dark:text-blue-500",
  button: "rounded-3xl border border-gray-200 p-3 dark:border-gray-700",
};

/** A route of the template with this text in its component, so that it is rendered and hydrated. */
function routeSource(title: string, pieces: readonly { element: string; text: string }[]): string {
  const lines = pieces.map(({ element, text }) => {
    const plain = element === "li" || element === "dt" || element === "dd" || element === "summary";
    const name = plain ? "p" : element;
    const attributes = `className=${JSON.stringify(classes[name] ?? "leading-6 text-gray-700 dark:text-gray-200")}`;
    return `      <${name} ${attributes}${name === "a" ? ' href="/"' : ""}>{${JSON.stringify(text)}}</${name}>`;
  });
  return `export function meta() {
  return [{ title: ${JSON.stringify(title)} }];
}

export default function Page() {
  return (
    <main className="container mx-auto space-y-6 p-4 pt-16">
${lines.join("\n")}
    </main>
  );
}
`;
}

/**
 * React Router's default template (Vite, Tailwind, `react-router-serve`, hydrated, the web font from `fontHost`) with the
 * text of our pages, built in a folder of its own and served as the template's `npm start` does.
 */
export async function startTemplate(
  pages: Record<PageName, string>,
  fontHost: string,
): Promise<{ url: string; process: RunningProcess; close(): Promise<void> }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tarishi-template-"));
  cpSync(path.join(import.meta.dirname, "template"), folder, { recursive: true });
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  mkdirSync(path.join(folder, "app", "routes"));
  for (const [name, html] of Object.entries(pages))
    writeFileSync(path.join(folder, "app", "routes", `${name}.tsx`), routeSource(name, visibleText(html)));
  const cli = path.join(root, "node_modules", "@react-router", "dev", "bin.js");
  await promisify(execFile)(process.execPath, [cli, "build", "--logLevel", "error"], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", VITE_FONT_HOST: fontHost },
  });
  const port = await freePort();
  const server = startNode(
    path.join(root, "node_modules", "@react-router", "serve", "bin.js"),
    { PORT: String(port), HOST: "127.0.0.1", NODE_ENV: "production" },
    ["./build/server/index.js"],
    { cwd: folder, silent: true },
  );
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(url, server);
  return {
    url,
    process: server,
    async close() {
      await server.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
