import { createReadStream } from "node:fs";
import { connect } from "node:net";
import { finished } from "node:stream/promises";

/** Where a ClamAV daemon listens. */
export interface ScannerAddress {
  host: string;
  port: number;
}

export type ScanResult = { clean: true } | { clean: false; found: string };

/** The scanner gave no response, or an unclear one. */
export class ScannerUnavailable extends Error {
  constructor(reason: string) {
    super(`the virus scanner does not answer: ${reason}`);
    this.name = "ScannerUnavailable";
  }
}

const withinMs = 60_000;

/**
 * Has `clamd` scan the file at `path` (command INSTREAM: chunks, each with its length before it). @throws
 * ScannerUnavailable
 */
export async function scanFile(address: ScannerAddress, path: string): Promise<ScanResult> {
  const socket = connect(address);
  socket.setTimeout(withinMs, () => socket.destroy(new Error("it took too long")));
  let answer = "";
  socket.on("data", (chunk: Buffer) => {
    if (answer.length < 1000) answer += chunk.toString("latin1");
  });
  const closed = finished(socket, { writable: false });
  closed.catch(() => undefined);
  try {
    socket.write("zINSTREAM\0");
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      // Written in one piece, and no faster than the other side reads.
      if (!socket.write(Buffer.concat([length, chunk])) && !socket.destroyed)
        await new Promise((resolve) => {
          socket.once("drain", resolve);
          socket.once("close", resolve);
        });
    }
    socket.end(Buffer.alloc(4));
    await closed;
  } catch (error) {
    throw new ScannerUnavailable((error as Error).message);
  } finally {
    socket.destroy();
  }
  const found = /^stream: (.+) FOUND\0?\s*$/.exec(answer)?.[1];
  if (found) return { clean: false, found };
  if (/^stream: OK\0?\s*$/.test(answer)) return { clean: true };
  throw new ScannerUnavailable(answer.slice(0, 100) || "an empty answer");
}
