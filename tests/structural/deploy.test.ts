import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig } from "#app/platform/config/config.server.ts";
import {
  dockerStages,
  execForm,
  readmeSettings,
  readmeSteps,
  settingsIn,
  unitStart,
} from "#tests/support/deployment.ts";
import { nodeEnvironment } from "../../scripts/nodeSettings.mjs";
import { root } from "./files.ts";

const stages = dockerStages();
const final = stages.at(-1)!;
const valuesOf = (stage: typeof final, name: string) =>
  stage.filter((instruction) => instruction.name === name).map(({ value }) => value);
const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

describe("the README's deployment", () => {
  const steps = readmeSteps();

  it("installs by npm ci, builds, and starts the unit", () => {
    expect(steps).toContain("npm ci");
    expect(steps).toContain("npm run build");
    expect(steps.join("\n")).toContain("systemctl enable --now tarishi");
    expect(steps.indexOf("npm ci")).toBeLessThan(steps.indexOf("npm run build"));
  });

  it("names only files and scripts that exist", () => {
    const copied = steps.flatMap((step) => /^cp (\S+)/.exec(step)?.[1] ?? []);
    expect(copied).toEqual(["deploy/tarishi.service", "deploy/nginx.conf"]);
    expect(copied.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
    const run = steps.flatMap((step) => /^npm run (\S+)/.exec(step)?.[1] ?? []);
    expect(run.filter((script) => !(script in scripts))).toEqual([]);
  });

  it("lists exactly the settings that a deployment requires", () => {
    const values: Record<string, string> = {
      DATABASE_URL: "postgresql://tarishi@db.tarishi.test/tarishi",
      APP_URL: "https://app.tarishi.test",
      SESSION_SECRET: "k".repeat(16) + "q".repeat(16),
      ENCRYPTION_KEY: "0123456789abcdef".repeat(4),
      SMTP_URL: "smtps://mail.tarishi.test:465",
      META_APP_ID: "1",
      META_APP_SECRET: "0123456789abcdef",
      META_CONFIG_ID: "1",
      META_WEBHOOK_VERIFY_TOKEN: "verify-me",
    };
    const given = Object.keys(values).map((name) => name.replace(/^META_.*/, "META_…"));
    expect(readmeSettings()).toEqual([...new Set(given)]);
    expect(parseConfig(values).demo).toBe(false);
    for (const name of Object.keys(values).filter((key) => !/^(DATABASE_URL|META_APP_ID)$/.test(key)))
      expect(() => parseConfig({ ...values, [name]: undefined }), name).toThrow(name);
  });
});

describe("the Dockerfile", () => {
  it("copies only what exists or another stage created", () => {
    for (const value of stages.flatMap((stage) => valuesOf(stage, "COPY"))) {
      const words = value.split(" ").filter((word) => !word.startsWith("--"));
      const from = /--from=(\S+)/.exec(value)?.[1];
      if (from) expect(stages.map(([start]) => / AS (\S+)$/.exec(start!.value)?.[1])).toContain(from);
      else
        for (const source of words.slice(0, -1))
          expect(existsSync(path.join(root, source)), source).toBe(true);
    }
    const ignored = readFileSync(path.join(root, ".dockerignore"), "utf8").split("\n");
    expect(ignored).toEqual(expect.arrayContaining(["node_modules", "build", "data", "logs", ".git"]));
  });

  it("installs and builds by the README's commands", () => {
    const ran = valuesOf(stages[0]!, "RUN").flatMap((value) => value.split(" && "));
    const commands = ran.map((command) => command.replace(/ --no-(audit|fund)/g, ""));
    expect(commands).toEqual([...readmeSteps().filter((step) => /^npm /.test(step)), "npm prune --omit=dev"]);
  });

  it("starts what the systemd unit starts, with the same settings", () => {
    const unit = unitStart();
    const [node, ...args] = execForm(valuesOf(final, "CMD")[0]!);
    expect([node, ...args]).toEqual(["node", ...unit.args]);
    const environment = settingsIn(valuesOf(final, "ENV").join(" "));
    expect({ ...environment, DATA_DIR: "", HOST: "" }).toEqual({
      ...unit.environment,
      DATA_DIR: "",
      HOST: "",
    });
    expect(unit.environment.NODE_ENV).toBe("production");
    expect(unit.environment, "as npm start runs it").toMatchObject(nodeEnvironment);
  });

  it("runs as an unprivileged user, who owns the data only, and has a health check", () => {
    const names = final.map(({ name }) => name);
    expect(valuesOf(final, "USER")).toEqual(["node"]);
    expect(names.indexOf("USER")).toBeLessThan(names.indexOf("CMD"));
    expect(valuesOf(final, "COPY")).toEqual([expect.stringContaining("--chown=root:root")]);
    expect(valuesOf(final, "RUN")).toEqual(["mkdir /data && chown node /data"]);
    expect(valuesOf(final, "EXPOSE")).toEqual([
      String(parseConfig({ DATA_DIR: "/nowhere", ...secrets }).port),
    ]);
    expect(execForm(valuesOf(final, "HEALTHCHECK")[0]!).slice(0, 2)).toEqual(["node", "-e"]);
  });

  it("is on the Node.js that the project runs on", () => {
    const lock = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
      dependencies: Record<string, string>;
    };
    const major = lock.dependencies.node!.split(".")[0];
    for (const [start] of stages) expect(start!.value).toMatch(new RegExp(`^node:${major}-slim`));
  });
});

const secrets = {
  SESSION_SECRET: "k".repeat(16) + "q".repeat(16),
  ENCRYPTION_KEY: "0123456789abcdef".repeat(4),
  META_APP_ID: "1",
  META_APP_SECRET: "0123456789abcdef",
  META_CONFIG_ID: "1",
  META_WEBHOOK_VERIFY_TOKEN: "verify-me",
};
