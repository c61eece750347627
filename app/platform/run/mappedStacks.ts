import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { originsOf } from "./sourceMap.ts";

/**
 * Stack traces of the bundle name source lines. The build imports this first in each program
 * (vite.config.ts). Node.js can do it (`--enable-source-maps`), but reads every map at the start and keeps
 * it: two seconds and 140 MB. Here a map is read when an error's stack is, and only the needed lines are
 * kept.
 */
const origins = new Map<string, string>();
const maxOrigins = 2000;

interface Frame {
  text: string;
  /** Address of the file, and the position as V8 counts: both from 1. */
  file: string;
  line: number;
  column: number;
}

const placeOf = ({ file, line, column }: Frame) => `${file}:${line}:${column}`;

function learn(file: string, frames: readonly Frame[]): void {
  const mapFile = `${fileURLToPath(file)}.map`;
  const map = existsSync(mapFile)
    ? (JSON.parse(readFileSync(mapFile, "utf8")) as { mappings: string; sources: string[] })
    : { mappings: "", sources: [] };
  const found = originsOf(
    map,
    frames.map(({ line, column }) => ({ line, column: column - 1 })),
  );
  if (origins.size > maxOrigins) origins.clear();
  for (const [index, frame] of frames.entries()) {
    const origin = found[index];
    origins.set(placeOf(frame), origin ? new URL(origin, file).href : placeOf(frame));
  }
}

Error.prepareStackTrace = (error, trace) => {
  const frames = trace.map((site) => ({
    text: String(site),
    file: site.getFileName() ?? "",
    line: site.getLineNumber() ?? 0,
    column: site.getColumnNumber() ?? 0,
  }));
  const unknown = frames.filter((frame) => frame.file.startsWith("file:") && !origins.has(placeOf(frame)));
  for (const [file, places] of Map.groupBy(unknown, (frame) => frame.file)) {
    try {
      learn(file, places);
    } catch {
      // A map that can't be read must not hide the error.
    }
  }
  const lines = frames.map((frame) => {
    const place = placeOf(frame);
    return `\n    at ${frame.text.replace(place, origins.get(place) ?? place)}`;
  });
  return `${Error.prototype.toString.call(error)}${lines.join("")}`;
};
