#!/usr/bin/env node
/**
 * Checks files of the daily ledger offline: `node verify.mjs FILE… [--root ROOT]`. FILE is one day as exported (.csv or
 * .csv.gz), several in the order of their days; ROOT is the root of the last one as the organisation publishes it.
 * Needs Node.js 18 or later, and nothing else. Exit code 0: all is as it was written. 1: something was changed; the first
 * changed row is named. 2: a file can't be read.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";

const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const checkLength = 16;

class Changed extends Error {}

/** Reads one file; returns its organisation, day, rows, root and the root of the day before. */
async function readLedger(file) {
  const bytes = createReadStream(file);
  const input = file.endsWith(".gz") ? bytes.pipe(createGunzip()) : bytes;
  const fail = (error) => input.destroy(error);
  bytes.on("error", fail);
  let head;
  let hash;
  let rows = 0;
  let end;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line === "") continue;
    if (end) throw new Changed(`${file}: a line was added after the root`);
    if (!head) {
      const [name, version, orgId, day, previousRoot] = line.split(",");
      if (name !== "tarishi-daily-ledger" || version !== "1") throw new Error(`${file} is no daily ledger`);
      head = { orgId, day, previousRoot };
      hash = sha256(line);
    } else if (line.startsWith("root,")) {
      const [, count, root] = line.split(",");
      end = { count: Number(count), root };
    } else {
      rows += 1;
      hash = readRow(file, { line, hash, rows });
    }
  }
  if (!head || !end) throw new Changed(`${file}: the end is missing after row ${rows}`);
  if (end.count !== rows) throw new Changed(`${file}: ${end.count} rows were written, ${rows} are here`);
  if (end.root !== hash) throw new Changed(`${file}: the first line or the root was changed`);
  return { ...head, rows, root: hash };
}

/** The hash after a row. Each row ends in the beginning of the hash of all rows up to it. */
function readRow(file, { line, hash, rows }) {
  const cut = line.lastIndexOf(",");
  const next = sha256(`${hash}\n${line.slice(0, cut)}`);
  if (line.slice(cut + 1) !== next.slice(0, checkLength))
    throw new Changed(
      `${file}: row ${rows} was changed, added or moved, or the row before it was removed:\n${line}`,
    );
  return next;
}

async function verify(args) {
  const at = args.indexOf("--root");
  const root = at === -1 ? undefined : args[at + 1];
  const files = at === -1 ? args : args.filter((_, place) => place !== at && place !== at + 1);
  if (files.length === 0) throw new Error("Usage: node verify.mjs FILE… [--root ROOT]");
  let before;
  for (const file of files) {
    const ledger = await readLedger(file);
    if (before && (before.orgId !== ledger.orgId || before.root !== ledger.previousRoot))
      throw new Changed(
        `${file}: it does not continue ${before.day}; a day is missing, or ${before.day} was written again`,
      );
    console.log(`${ledger.day}: ${ledger.rows} rows, root ${ledger.root}`);
    before = ledger;
  }
  if (root !== undefined && root.toLowerCase() !== before.root)
    throw new Changed(`${before.day}: the published root is another one; the file was written again`);
  console.log(
    root === undefined ? "Whole. Compare the last root with the published one." : "Whole, and as published.",
  );
}

await verify(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exitCode = error instanceof Changed ? 1 : 2;
});
