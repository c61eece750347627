import { open, readFile, writeFile } from "node:fs/promises";
import { sendLimits } from "#app/domain/messaging/media/fieldRules.ts";
import type { UploadedFile } from "#app/platform/files/saveUpload.server.ts";
import { writeOgg } from "./ogg.ts";
import { readWebm } from "./webm.ts";

const webm = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);

/**
 * A browser's WebM recording becomes the same sound in Ogg, which WhatsApp plays as a voice message; nothing
 * is re-encoded. Other files are unchanged.
 */
export async function rewrapVoice(file: UploadedFile): Promise<UploadedFile> {
  if (file.bytes > sendLimits.audio || !(await beginsWith(file.path, webm))) return file;
  const recording = readWebm(await readFile(file.path));
  if (!recording) return file;
  const ogg = writeOgg(recording);
  const path = `${file.path}.ogg`;
  await writeFile(path, ogg);
  return { path, fileName: `${file.fileName.replace(/\.[^.]*$/, "") || "voice"}.ogg`, bytes: ogg.length };
}

async function beginsWith(path: string, begin: Buffer): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(begin.length);
    await file.read(head, 0, begin.length, 0);
    return head.equals(begin);
  } finally {
    await file.close();
  }
}
