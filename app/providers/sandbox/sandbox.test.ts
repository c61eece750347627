import { readFileSync, readlinkSync } from "node:fs";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { pdfOf, pngOf } from "#tests/support/hostileFiles.ts";
import { startProcess } from "./childProcess.server.ts";
import { type Reader, type ReadingLimits, startReader } from "./reader.server.ts";
import { createSandbox } from "./sandbox.server.ts";

const limits: ReadingLimits = {
  cpuSeconds: 8,
  wallSeconds: 60,
  heapMb: 128,
  residentBytes: 300 * 1024 * 1024,
  usesNativeCode: false,
};
const queue = { waiting: 5, waitingOfOwner: 1 };
const text = { bytes: Buffer.from("We deliver all over Kenya."), options: { fileName: "a.txt" } };
const drawing = {
  fit: "inside",
  side: 100,
  maxPixels: 1e8,
  maxInterlacedPixels: 1e6,
  maxUnfoldedBytes: 1e9,
} as const;

/** A sandbox whose processes are counted. */
function countedSandbox(changed: Partial<ReadingLimits> = {}) {
  const started: Reader[] = [];
  const read = createSandbox({ ...limits, ...queue, ...changed }, async (given) => {
    const reader = await startReader(given);
    started.push(reader);
    return reader;
  });
  return { read, started };
}

const refusal = (code: string) => expect.objectContaining({ name: "FileRefused", code });

describe("the process that reads files", () => {
  it("has no environment, no folder of ours, and system limits", async () => {
    const child = startProcess(limits);
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const of = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, "latin1");
    expect(of("environ").replaceAll("\0", " ").trim()).toMatch(/^(PWD=\/ ?)?(OLDPWD=\/ ?)?(_=\S+)?$/);
    expect(readlinkSync(`/proc/${child.pid}/cwd`)).toBe("/");
    expect(of("limits")).toMatch(/^Max cpu time +18 +18 /m);
    expect(of("limits")).toMatch(/^Max file size +0 +0 /m);
    expect(of("limits")).toMatch(/^Max data size +\d{10} /m);
    expect(of("cmdline")).toContain("--permission");
    child.kill("SIGKILL");
  });

  it("is reused for files of the same owner only", async () => {
    const { read, started } = countedSandbox();
    for (const owner of ["org_a", "org_a", "org_b"])
      expect((await read("document", { ...text, owner })).sections).toHaveLength(1);
    expect(started).toHaveLength(2);
    expect(await started[0]!.isFresh()).toBe(false);
  });

  it("is ended when a file exceeds its CPU time, and the next file gets a new one", async () => {
    const { read, started } = countedSandbox({ cpuSeconds: 1 });
    const bytes = pdfOf("BT /F1 12 Tf (a) Tj ET\n", 20);
    const options = { fileName: "a.pdf" };
    await expect(read("document", { owner: "org_a", bytes, options })).rejects.toEqual(
      refusal("too_complex"),
    );
    expect((await read("document", { ...text, owner: "org_a" })).sections).toHaveLength(1);
    expect(started).toHaveLength(2);
  });

  it("is ended when a file exceeds its memory", async () => {
    const { read } = countedSandbox({ residentBytes: 200 * 1024 * 1024, cpuSeconds: 60 });
    expect((await read("document", { ...text, owner: "org_a" })).sections).toHaveLength(1);
    const blanks = { owner: "org_a", bytes: pdfOf(" ", 500), options: { fileName: "a.pdf" } };
    await expect(read("document", blanks)).rejects.toEqual(refusal("too_complex"));
  });

  it("runs no native code for documents only", async () => {
    const { read } = countedSandbox();
    const picture = { owner: "org_a", bytes: pngOf(100), options: drawing };
    await expect(read("drawPicture", picture)).rejects.toEqual(refusal("unreadable"));
  });

  it("that does not start is the server's fault", async () => {
    await expect(startReader({ ...limits, heapMb: Number.NaN })).rejects.toThrow("did not start");
  });
});

describe("many files at once", () => {
  it("wait in a queue, and an owner's surplus is refused", async () => {
    const { read } = countedSandbox();
    const settled = await Promise.allSettled(
      ["org_a", "org_a", "org_a", "org_b"].map((owner) => read("document", { ...text, owner })),
    );
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect(settled[2]).toMatchObject({ reason: { code: "server.busy", retryAfterSeconds: 5 } });
  });

  it("leave no process that keeps this one alive", async () => {
    const { read } = countedSandbox();
    await read("document", { ...text, owner: "org_a" });
    expect(process.getActiveResourcesInfo()).not.toContain("ProcessWrap");
  });
});
