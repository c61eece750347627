import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** The commands of the README's section on deploying, one a line, without comments. */
export function readmeSteps(readme = read("README.md")): string[] {
  const section = readme.slice(readme.indexOf("## Deploy\n"));
  const block = /```\n([\s\S]*?)```/.exec(section)?.[1] ?? "";
  return block
    .split("\n")
    .flatMap((line) => line.replace(/\s#.*/, "").split("&&"))
    .map((command) => command.trim())
    .filter((command) => command !== "");
}

/** The README's settings in `/etc/tarishi.env`; `META_…` stands for those of the Meta app. */
export function readmeSettings(readme = read("README.md")): string[] {
  const named = /\/etc\/tarishi\.env\s+# (.*)/.exec(readme)?.[1] ?? "";
  return named.split(", ").map((name) => name.trim());
}

export interface Instruction {
  name: string;
  value: string;
}

/** The instructions of the Dockerfile by stage, continued lines joined. */
export function dockerStages(text = read("deploy/Dockerfile")): Instruction[][] {
  const lines = text
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name = "", value = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (name === "FROM") stages.push([]);
    stages.at(-1)?.push({ name, value });
  }
  return stages;
}

/** A list such as `["node", "server.ts"]` of CMD, as words. */
export const execForm = (value: string) => JSON.parse(/\[.*\]$/.exec(value)?.[0] ?? "[]") as string[];

/** The systemd unit's command after the path of Node.js, and its environment. */
export function unitStart(unit = read("deploy/tarishi.service")) {
  const line = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
  const [node = "", ...args] = line("ExecStart").split(" ");
  return { node, args, environment: settingsIn(line("Environment")) };
}

/** The settings in a line such as `HOST=127.0.0.1 PORT=4000`. */
export const settingsIn = (line: string): Record<string, string> =>
  Object.fromEntries(
    line.split(" ").map((pair) => [pair.split("=", 1)[0]!, pair.slice(pair.indexOf("=") + 1)] as const),
  );
