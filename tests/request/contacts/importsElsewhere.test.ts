import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { allHandlers } from "#app/worker/all.server.ts";
import { setUpBucket } from "#tests/support/bucket.ts";
import { importsOn } from "#tests/support/imports.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUpPlatform();
const bucket = setUpBucket();
const imports = importsOn(platform);
const worker = setUp(
  async () => ({ dataDir: mkdtempSync(path.join(os.tmpdir(), "tarishi-worker-data-")) }),
  ({ dataDir }) => rmSync(dataDir, { recursive: true, force: true }),
);
let org: TestOrg;
beforeEach(async () => {
  org = await platform.createOrg();
  platform.services.config.s3 = {
    ...{ endpoint: bucket.endpoint, bucket: "files", region: "us-east-1" },
    ...{ accessKeyId: "key", secretAccessKey: "secret" },
  };
});

/** Runs the pending jobs as another machine does, which shares only the database and the store. */
async function runJobsElsewhere(): Promise<void> {
  const { config } = platform.services;
  const services = { ...platform.services, config: { ...config, dataDir: worker.dataDir } };
  for (let next = platform.waiting.shift(); next; next = platform.waiting.shift())
    await next.job.run(services, next.payload);
}

const importOf = async (importId: string) =>
  (await platform.call("GET /contacts/imports/:importId", { importId }, org)).import;

const uploaded = async (csv: string, query = "") =>
  ((await (await imports.uploadText(org, csv, query)).json()) as { importId: string }).importId;

describe("a file imported by a machine with a separate disk", () => {
  it("is read from the store, and removed from there and from both disks", async () => {
    const importId = await uploaded("name,phone\nAsha,0712345678\n");
    expect([...bucket.files.keys()]).toEqual([`/files/${org.orgId}/imports/${importId}.csv`]);
    await runJobsElsewhere();
    expect(await importOf(importId)).toMatchObject({ status: "completed", created: 1 });
    expect(await imports.stored(org)).toMatchObject([{ name: "Asha", phone: "+254712345678" }]);
    expect([...bucket.files.keys()]).toEqual([]);
    expect(imports.filesLeft()).toEqual([]);
    expect(readdirSync(path.join(worker.dataDir, "media-incoming"))).toEqual([]);
  });

  it("is reported as missing where it is lost, and must be uploaded again", async () => {
    const importId = await uploaded("name,phone\nAsha,0712345678\n");
    bucket.files.clear();
    await runJobsElsewhere();
    const { status, error } = await importOf(importId);
    expect([status, error]).toEqual(["failed", expect.stringMatching(/upload/i)]);
  });

  it("waits while the store is unreachable, and is imported afterwards", async () => {
    const importId = await uploaded("name,phone\nAsha,0712345678\n");
    const { s3 } = platform.services.config;
    platform.services.config.s3 = { ...s3!, endpoint: "http://127.0.0.1:9" };
    const [job] = platform.waiting.slice();
    await expect(runJobsElsewhere()).rejects.toThrow();
    expect(await importOf(importId)).toMatchObject({ status: "running" });
    platform.services.config.s3 = s3;
    platform.waiting.push(job!);
    await runJobsElsewhere();
    expect(await importOf(importId)).toMatchObject({ status: "completed", created: 1 });
  });

  it("expires after two days without confirmed columns", async () => {
    const importId = await uploaded("name,phone\nAsha,0712345678\n", "?review=yes");
    const resume = allHandlers.find(({ name }) => name === "resume-contact-imports")!;
    await resume.run(platform.services, {});
    expect(await importOf(importId)).toMatchObject({ status: "review" });
    const later = new Date(platform.clock.now().getTime() + 2 * 86_400_000 + 1000);
    await resume.run({ ...platform.services, clock: { now: () => later } }, {});
    expect(await importOf(importId)).toMatchObject({ status: "failed" });
    expect([...bucket.files.keys()]).toEqual([]);
  });
});
