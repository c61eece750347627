import type { Writable } from "node:stream";

/** Messages between the server and the reading process: a header as JSON, and bytes. */
export interface Frame {
  head: unknown;
  body: Buffer;
}

const prefixBytes = 8;

export function writeFrame(out: Writable, head: object, body: Uint8Array = new Uint8Array()): void {
  const json = Buffer.from(JSON.stringify(head));
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32BE(json.length, 0);
  prefix.writeUInt32BE(body.length, 4);
  out.write(Buffer.concat([prefix, json]));
  if (body.length > 0) out.write(body);
}

/**
 * Frames as they arrive. @throws Error when one is declared longer than `maxBytes`, before it is collected.
 */
export async function* readFrames(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Frame> {
  let chunks: Buffer[] = [];
  let size = 0;
  let needed = prefixBytes;
  for await (const chunk of source) {
    chunks.push(chunk);
    size += chunk.length;
    while (size >= needed) {
      const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      chunks = [bytes];
      const headBytes = bytes.readUInt32BE(0);
      const end = prefixBytes + headBytes + bytes.readUInt32BE(4);
      if (end > maxBytes) throw new Error(`a frame of ${end} bytes exceeds ${maxBytes}`);
      if (size < end) {
        needed = end;
        break;
      }
      const head: unknown = JSON.parse(bytes.toString("utf8", prefixBytes, prefixBytes + headBytes));
      yield { head, body: bytes.subarray(prefixBytes + headBytes, end) };
      chunks = [bytes.subarray(end)];
      size -= end;
      needed = prefixBytes;
    }
  }
}
