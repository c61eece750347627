// Plain JavaScript for any Node.js from 20 on.
import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** As many as Node.js has threads for compression. */
const sideBySide = Number(process.env.UV_THREADPOOL_SIZE ?? 4);

/** @param {string} file */
async function compress(file) {
  const plain = await readFile(file);
  if (plain.length < 256) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(plain, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }));
}

/**
 * Lays `.br` and `.gz` next to every text file of the client build; server.ts sends them as they are.
 * @param {string} clientDir
 */
export async function compressAll(clientDir) {
  const names = readdirSync(clientDir, { recursive: true, encoding: "utf8" });
  const waiting = names.filter((name) => /\.(js|css|svg|json|webmanifest|txt|xml)$/.test(name));
  const worker = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
      await compress(path.join(clientDir, name));
  };
  await Promise.all(Array.from({ length: sideBySide }, worker));
}
