import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Config } from "@react-router/dev/config";

/** Lays `.br` and `.gz` beside every text file of the client build; server.ts sends them as they are. */
async function precompress(clientDirectory: string): Promise<void> {
  const files = await readdir(clientDirectory, { recursive: true });
  const texts = files.filter((name) => /\.(js|css|svg|json|webmanifest|txt|xml)$/.test(name));
  for (const name of texts) {
    const file = path.join(clientDirectory, name);
    const plain = await readFile(file);
    if (plain.length < 256) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
    await writeFile(`${file}.br`, await promisify(brotliCompress)(plain, { params }));
    await writeFile(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }));
  }
}

export default {
  // The script of each language is built by itself (scripts/build.mjs).
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  ssr: true,
  routeDiscovery: { mode: "initial" },
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
  buildEnd: ({ reactRouterConfig }) => precompress(path.join(reactRouterConfig.buildDirectory, "client")),
} satisfies Config;
