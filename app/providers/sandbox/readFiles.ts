import { stdin, stdout } from "node:process";
import { readFrames, writeFrame } from "./frames.ts";
import { FileRefused } from "./refusal.ts";
import { maxFrameBytes, maxSections, type TaskName, type Tasks } from "./tasks.ts";

type Readers = {
  [Name in TaskName]: (
    bytes: Buffer,
    options: Tasks[Name]["options"],
  ) => Promise<Omit<Tasks[Name]["result"], "body"> & { body?: Buffer }>;
};

const readers: Readers = {
  async document(bytes, options) {
    const { readDocument } = await import("./readers/document.ts");
    return { sections: (await readDocument(bytes, options)).slice(0, maxSections) };
  },
  async page(bytes, options) {
    const { readPage } = await import("./readers/document.ts");
    return { sections: await readPage(bytes, options) };
  },
  async workbook(bytes) {
    const { readWorkbook } = await import("./readers/workbook.ts");
    return { body: readWorkbook(bytes) };
  },
  async checkPicture(bytes, options) {
    const { checkPicture } = await import("./readers/pictures.ts");
    await checkPicture(bytes, options);
    return {};
  },
  async drawPicture(bytes, options) {
    const { drawPicture } = await import("./readers/pictures.ts");
    return drawPicture(bytes, options);
  },
};

/** The stack overflows on deeply nested tags; any other reader error means a broken format. */
const codeOf = (error: unknown) => (error instanceof RangeError ? "too_complex" : "unreadable");

/**
 * Reads untrusted files, one after the other, until no more are sent. It runs in a process that the server
 * starts without environment and with limits, and ends. Each reader is loaded for the first file of its kind.
 */
export async function readFiles(): Promise<void> {
  writeFrame(stdout, { ready: true });
  for await (const { head, body: bytes } of readFrames(stdin, maxFrameBytes)) {
    const { task, options } = head as { task: TaskName; options: never };
    try {
      const { body, ...result } = await readers[task](bytes, options);
      writeFrame(stdout, { result }, body);
    } catch (error) {
      const { code, value } = error instanceof FileRefused ? error : new FileRefused(codeOf(error));
      writeFrame(stdout, { refused: { code, value } });
    }
  }
}
