import { createServer as createHttpServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  pdfOf,
  pngOf,
  sheetRows,
  wordParts,
  workbookParts,
  zipBomb,
  zipOf,
} from "#tests/support/hostileFiles.ts";
import { importsOn } from "#tests/support/imports.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { createServer, listen } from "../../../server.ts";

const platform = setUpPlatform();
const imports = importsOn(platform);
let server: Server;
let pages: Server;
let org: TestOrg;
let botId: string;

const urlOf = ({ port }: AddressInfo) => `http://127.0.0.1:${port}`;
const addressOf = (listening: Server) => urlOf(listening.address() as AddressInfo);

beforeAll(async () => {
  const { services, api } = platform;
  const app = createServer({
    config: services.config,
    log: services.log,
    api,
    build: undefined,
    assets: {},
    ready: async () => true,
    metrics: async () => "",
    sharedPages: undefined,
    clientDir: undefined,
  });
  server = await listen(app, { port: 0, host: "127.0.0.1" });
  pages = createHttpServer();
  await new Promise<void>((listening) => pages.listen(0, "127.0.0.1", listening));
  org = await platform.createOrg();
  ({ botId } = await platform.call("POST /bots", { name: "Duka bot", about: "Sells household goods." }, org));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  pages.close();
});

/** Uploads as the browser's form does, to the server. */
async function upload(path: string, field: string, fileName: string, bytes: Buffer): Promise<Response> {
  const form = new FormData();
  form.set(field, new Blob([bytes as BlobPart]), fileName);
  const headers = { cookie: org.cookie, "sec-fetch-site": "same-origin" };
  return fetch(`${addressOf(server)}/api${path}`, { method: "POST", body: form, headers });
}

/** Has a bot read a document, and returns the state of its source. */
const document = (fileName: string) => async (bytes: Buffer) => {
  const response = await upload(`/bots/${botId}/documents`, "file", fileName, bytes);
  return readSource(((await response.json()) as { sourceId: string }).sourceId);
};

async function page(html: Buffer) {
  pages.once("request", (_, response) => response.setHeader("content-type", "text/html").end(html));
  const input = { botId, url: addressOf(pages), rereadHours: 0 as const };
  return readSource((await platform.call("POST /bots/:botId/pages", input, org)).sourceId);
}

async function readSource(sourceId: string) {
  await platform.runJobs();
  const { sources } = await platform.call("GET /bots/:botId", { botId }, org);
  const { status, problem } = sources.find(({ id }) => id === sourceId)!;
  return problem ?? status;
}

async function workbook(bytes: Buffer) {
  const done = await imports.imported(org, bytes, "?fileName=wateja.xlsx");
  return done.error ?? done.status;
}

async function picture(bytes: Buffer) {
  const response = await upload("/profile/picture", "picture", "me.png", bytes);
  return ((await response.json()) as { message: string }).message;
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

/**
 * Asks for `/healthz` all the time until `work` is done. `blockedMs` is the longest that the event loop was kept by one piece of
 * work, in processor time of its thread: other programs on a busy machine make the clock run on, and don't count for it.
 */
async function whileOthersAsk<T>(work: () => Promise<T>) {
  const residentBefore = process.memoryUsage.rss();
  const waits: number[] = [];
  let [blockedMs, grownBytes, isDone] = [0, 0, false];
  await sleep(50);
  let last = process.threadCpuUsage();
  const ticking = setInterval(() => {
    const used = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    blockedMs = Math.max(blockedMs, (used.user + used.system) / 1000);
    grownBytes = Math.max(grownBytes, process.memoryUsage.rss() - residentBefore);
  }, 5);
  const ask = async () => expect(await (await fetch(`${addressOf(server)}/healthz`)).text()).toBe("ok");
  // The first also opens the connection.
  await ask();
  const asking = (async () => {
    while (!isDone) {
      const start = performance.now();
      await ask();
      waits.push(performance.now() - start);
      await sleep(20);
    }
  })();
  try {
    return {
      result: await work(),
      figures: () => ({ waits: waits.toSorted((a, b) => a - b), blockedMs, grownBytes }),
    };
  } finally {
    isDone = true;
    await asking;
    clearInterval(ticking);
  }
}

const text = "BT /F1 12 Tf (a) Tj ET\n";
const tooComplex = "This file is too complex to read. Save a simpler version and upload it again.";

/** A file created before the clock runs, how it is uploaded, and the message to its owner. */
type Hostile = [name: string, make: () => Buffer, read: (bytes: Buffer) => Promise<string>, outcome: string];

const files: Hostile[] = [
  ["a PDF of 13 KB with 5 MB of text", () => pdfOf(text, 5), document("5.pdf"), "read"],
  ["a PDF of 160 KB with 60 MB of text", () => pdfOf(text, 60), document("60.pdf"), tooComplex],
  ["a PDF that unpacks to 500 MB", () => pdfOf(" ", 500), document("500.pdf"), tooComplex],
  [
    "a Word document that claims 1 MB and unpacks to 900 MB",
    () => zipOf(wordParts(zipBomb("word/document.xml", "a", 900))),
    document("claims.docx"),
    "The document is too large when unpacked.",
  ],
  [
    "a Word document with 100,000 tags in each other",
    () => zipOf(wordParts(`${"<w:p>".repeat(100_000)}${"</w:p>".repeat(100_000)}`)),
    document("deep.docx"),
    tooComplex,
  ],
  [
    "a Word document whose parts overlap",
    () => {
      const parts = wordParts("<w:p/>");
      return zipOf([...parts, { ...parts[2]!, name: "word/documenu.xml", at: 0 }]);
    },
    document("overlap.docx"),
    "The file could not be read. Open it, save it again and upload it again.",
  ],
  [
    "a page with 100,000 tags in each other",
    () => Buffer.from("<div>".repeat(100_000)),
    page,
    "This page is too complex to read. Choose a simpler one.",
  ],
  [
    "a workbook of 146,503 rows that unpacks to 57 MB",
    () => zipOf(workbookParts(sheetRows(146_503, `<c r="B1" t="str"><v>${"x".repeat(300)}</v></c>`))),
    workbook,
    "The workbook is too large when unpacked. Save its sheet as CSV.",
  ],
  [
    "a workbook of 146,503 short rows",
    () => zipOf(workbookParts(sheetRows(146_503))),
    workbook,
    "The sheet has more than 100,000 rows. Save it as CSV and upload that.",
  ],
  [
    "a workbook with 419 MB that counts 0 entries",
    () => zipOf([zipBomb("xl/worksheets/sheet1.xml", "a", 419)], [1, 0]),
    workbook,
    "The workbook could not be read. Open it, save it again as .xlsx, and upload that.",
  ],
  [
    "a picture of 900 million pixels",
    () => pngOf(30_000),
    picture,
    "The picture has 900 million pixels, which is too many. Choose a smaller one.",
  ],
];

it.each(files)("%s is read without blocking others", async (name, make, read, outcome) => {
  const bytes = make();
  const { result, figures } = await whileOthersAsk(() => read(bytes));
  expect(result).toBe(outcome);
  const { waits, blockedMs, grownBytes } = figures();
  const [median = 0, longest = 0] = [waits[Math.floor(waits.length / 2)], waits.at(-1)];
  console.log(
    `${name}: /healthz median ${Math.round(median)} ms, longest ${Math.round(longest)} ms of ${waits.length}; event loop blocked ${Math.round(blockedMs)} ms; memory +${megabytes(grownBytes)} MB`,
  );
  expect(blockedMs).toBeLessThan(300);
  // A file that is refused at once leaves too few for a median.
  if (waits.length >= 5) expect(median).toBeLessThan(300);
  expect(megabytes(grownBytes)).toBeLessThan(300);
});
