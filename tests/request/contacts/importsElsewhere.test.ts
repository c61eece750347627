import { beforeEach, describe, expect, it } from "vitest";
import { allHandlers } from "#app/worker/all.server.ts";
import { bucketAt, setUpBucket } from "#tests/support/bucket.ts";
import { setUpElsewhere } from "#tests/support/elsewhere.ts";
import { importsOn } from "#tests/support/imports.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const bucket = setUpBucket();
const imports = importsOn(platform);
const elsewhere = setUpElsewhere(platform);
let org: TestOrg;
beforeEach(async () => {
  org = await platform.createOrg();
  bucket.state.fault = undefined;
  platform.services.config = { ...platform.services.config, s3: bucketAt(bucket) };
});

const importOf = async (importId: string) =>
  (await platform.call("GET /contacts/imports/:importId", { importId }, org)).import;

const uploaded = async (csv: string, query = "") =>
  ((await (await imports.uploadText(org, csv, query)).json()) as { importId: string }).importId;

const storedInDatabase = async () =>
  (await platform.services.db.owner.query("select 1 from file_chunks where org_id = $1", [org.orgId]))
    .rowCount;

describe("a file imported by a machine with a separate disk, from the database", () => {
  beforeEach(() => {
    platform.services.config = { ...platform.services.config, s3: undefined, fileStore: "database" };
  });

  it("is read from there, and removed at the end", async () => {
    const importId = await uploaded("name,phone\nAsha,0712345678\n");
    expect(await storedInDatabase()).toBe(1);
    await elsewhere.runJobs();
    expect(await importOf(importId)).toMatchObject({ status: "completed", created: 1 });
    expect(await storedInDatabase()).toBe(0);
    expect([...imports.filesLeft(), ...elsewhere.filesLeft()]).toEqual([]);
  });

  it("is continued by another machine, when the first one dies in the middle", async () => {
    const rows = Array.from({ length: 3000 }, (_, n) => `Asha ${n},+2547${String(n).padStart(8, "0")}`);
    const importId = await uploaded(`name,phone\n${rows.join("\n")}\n`);
    const [{ job, payload }] = platform.waiting.splice(0) as [(typeof platform.waiting)[number]];
    const dying = elsewhere.services();
    let batches = 0;
    const { db } = dying;
    const cut = { ...db, for: () => cut, withOrg: db.withOrg } as typeof db;
    cut.withOrg = (orgId, work) =>
      ++batches > 4 ? Promise.reject(new Error("the machine is gone")) : db.withOrg(orgId, work);
    await expect(job.run({ ...dying, db: cut }, payload)).rejects.toThrow("gone");
    const before = (await imports.stored(org)).length;
    expect([before > 0, before < 3000]).toEqual([true, true]);
    platform.waiting.push({ job, payload });
    await platform.runJobs();
    expect(await importOf(importId)).toMatchObject({ status: "completed", created: 3000 });
    expect(new Set((await imports.stored(org)).map(({ phone }) => phone)).size).toBe(3000);
    expect(await storedInDatabase()).toBe(0);
  });
});

describe("a file imported by a machine with a separate disk", () => {
  it("is read from the store, and removed from there and from both disks", async () => {
    const importId = await uploaded("name,phone\nAsha,0712345678\n");
    expect([...bucket.files.keys()]).toEqual([`/files/${org.orgId}/imports/${importId}.csv`]);
    await elsewhere.runJobs();
    expect(await importOf(importId)).toMatchObject({ status: "completed", created: 1 });
    expect(await imports.stored(org)).toMatchObject([{ name: "Asha", phone: "+254712345678" }]);
    expect([...bucket.files.keys()]).toEqual([]);
    expect(imports.filesLeft()).toEqual([]);
    expect(elsewhere.filesLeft()).toEqual([]);
  });

  it("is reported as missing where it is lost, and must be uploaded again", async () => {
    const importId = await uploaded("name,phone\nAsha,0712345678\n");
    bucket.files.clear();
    await elsewhere.runJobs();
    const { status, error } = await importOf(importId);
    expect([status, error]).toEqual(["failed", expect.stringMatching(/upload/i)]);
  });

  it("waits while the store is unreachable, and is imported afterwards", async () => {
    const importId = await uploaded("name,phone\nAsha,0712345678\n");
    const { s3 } = platform.services.config;
    platform.services.config.s3 = { ...s3!, endpoint: "http://127.0.0.1:9" };
    const [job] = platform.waiting.slice();
    await expect(elsewhere.runJobs()).rejects.toThrow();
    expect(await importOf(importId)).toMatchObject({ status: "running" });
    platform.services.config.s3 = s3;
    platform.waiting.push(job!);
    await elsewhere.runJobs();
    expect(await importOf(importId)).toMatchObject({ status: "completed", created: 1 });
  });

  it("is refused for the moment while the store is overloaded, with nothing left behind", async () => {
    bucket.state.fault = { kind: "503", times: 3 };
    const refused = await imports.uploadText(org, "name,phone\nAsha,0712345678\n");
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: "server.busy" }]);
    expect(platform.waiting).toEqual([]);
    expect(imports.filesLeft()).toEqual([]);
    bucket.state.fault = { kind: "503", times: 1 };
    const importId = await uploaded("name,phone\nAsha,0712345678\n");
    await elsewhere.runJobs();
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
