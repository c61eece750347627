import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { environment, settings } from "#app/platform/config/environment.ts";
import { root } from "./files.ts";

const folder = path.join(root, "deploy");
const read = (name: string) => readFileSync(path.join(folder, name), "utf8");
const known = Object.values(settings).flatMap((shape) => Object.keys(shape));
/** Of Node.js and libc, not of the platform. */
const foreign = ["UV_THREADPOOL_SIZE", "MALLOC_ARENA_MAX", "NODE_OPTIONS"];
const unknownOf = (given: object) =>
  Object.keys(given).filter((name) => !known.includes(name) && !foreign.includes(name));
const rolesOf = (given: Record<string, string>) => environment.parse(given).ROLES;

interface Unit {
  environment: Record<string, string>;
  /** All lines but those of its own: comments, description, roles and ports. */
  shared: string[];
}

function unitOf(name: string): Unit {
  const lines = read(name).split("\n");
  const given = lines.flatMap((line) => /^Environment=(.*)/.exec(line)?.[1]?.split(" ") ?? []);
  return {
    environment: Object.fromEntries(
      given.map((pair) => [pair.split("=", 1)[0], pair.slice(pair.indexOf("=") + 1).replace("%i", "1")]),
    ),
    shared: lines.filter((line) => line && !/^(#|Description=|Environment=ROLES=)/.test(line)),
  };
}

interface Service {
  environment: Record<string, string>;
  env_file?: string;
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  deploy?: { replicas: number };
  stop_grace_period?: string;
}

describe("the systemd units by role", () => {
  const units = Object.fromEntries(
    ["web", "api", "worker@"].map((name) => [name, unitOf(`tarishi-${name}.service`)] as const),
  );

  it("are all there, and alike except for what is their own", () => {
    const files = readdirSync(folder).filter((name) => /^tarishi-.*\.service$/.test(name));
    expect(files).toHaveLength(Object.keys(units).length);
    for (const unit of Object.values(units)) expect(unit.shared).toEqual(unitOf("tarishi.service").shared);
    expect(unitOf("tarishi.service").shared).toContain("RestartPreventExitStatus=78");
  });

  it("share out the roles on ports of their own, with settings that exist", () => {
    const all = Object.values(units).map((unit) => unit.environment);
    expect(all.flatMap(unknownOf)).toEqual([]);
    expect(all.flatMap(rolesOf)).toEqual(environment.parse({}).ROLES);
    expect(new Set(all.map(({ PORT }) => PORT)).size).toBe(all.length);
    expect(units.web!.environment.PORT).toBe(
      /upstream tarishi_web {[^}]*:(\d+);/.exec(read("nginx.conf"))?.[1],
    );
    expect(units.web!.environment.API_BASE_URL).toBe(`http://127.0.0.1:${units.api!.environment.PORT}`);
    expect(read("nginx.conf")).toContain(`127.0.0.1:${units.api!.environment.PORT} for tarishi-api.service`);
  });
});

describe("the compose file", () => {
  const { services } = parse(read("compose.yaml"), { merge: true }) as { services: Record<string, Service> };

  it("has each role, two workers, a database and nginx, each with a health check", () => {
    expect(Object.keys(services).sort()).toEqual(["api", "nginx", "postgres", "web", "worker"]);
    for (const [name, { healthcheck }] of Object.entries(services))
      expect(healthcheck?.test.length, name).toBeGreaterThan(1);
    expect(services.worker!.deploy?.replicas).toBe(2);
  });

  it("sets only settings that exist, and secrets in a file", () => {
    for (const role of ["web", "api", "worker"]) {
      const { environment: given, env_file, healthcheck, stop_grace_period } = services[role]!;
      expect(unknownOf(given), role).toEqual([]);
      expect(rolesOf(given), role).toEqual([role]);
      expect(
        Object.keys(given).filter((name) => /SECRET|KEY|_URL$/.test(name) && name !== "API_BASE_URL"),
      ).toEqual([]);
      expect(env_file).toBe("tarishi.env");
      expect(healthcheck!.test.join(" ")).toContain(`:${environment.parse({}).PORT}/readyz`);
      expect(`TimeoutStopSec=${stop_grace_period!.replace("s", "")}`).toBe(
        /^TimeoutStopSec=.*/m.exec(read("tarishi.service"))?.[0],
      );
    }
    expect(services.web!.environment.API_BASE_URL).toBe(`http://api:${environment.parse({}).PORT}`);
  });

  it("waits for what is healthy, and names services that exist", () => {
    for (const { depends_on } of Object.values(services))
      for (const [name, { condition }] of Object.entries(depends_on ?? {})) {
        expect(Object.keys(services)).toContain(name);
        expect(condition).toBe("service_healthy");
      }
    for (const upstream of ["web", "api"])
      expect(read("nginx.conf")).toContain(`upstream tarishi_${upstream} {`);
  });
});
