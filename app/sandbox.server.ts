import { readFiles } from "./providers/sandbox/readFiles.ts";

await readFiles();
