import { createLanes, createWorkQueue } from "#app/platform/run/workQueue.ts";
import { resultOf } from "./answers.server.ts";
import { type Reader, type ReadingLimits, startReader } from "./reader.server.ts";
import type { TaskName, Tasks } from "./tasks.ts";

export interface SandboxLimits extends ReadingLimits {
  /** Queued files, in total and of one owner. */
  waiting: number;
  waitingOfOwner: number;
}

/** One upload of a picture is often followed by another. */
const idleMs = 5000;

/**
 * Reads untrusted files in a separate process, one at a time. The process is reused only for files of the
 * same owner, so that nothing of one organisation's file is there while another's is read.
 */
export function createSandbox(limits: SandboxLimits, start = startReader) {
  const inLane = createLanes({ atOnce: 1, waiting: limits.waitingOfOwner });
  const queued = createWorkQueue({ atOnce: 1, waiting: limits.waiting });
  let kept: { owner: string; reader: Reader; timer: NodeJS.Timeout } | undefined;

  function endKept(): void {
    clearTimeout(kept?.timer);
    kept?.reader.end();
    kept = undefined;
  }

  async function readerFor(owner: string): Promise<Reader> {
    const found = kept;
    if (found?.owner === owner) {
      clearTimeout(found.timer);
      kept = undefined;
      if (await found.reader.isFresh()) return found.reader;
      found.reader.end();
    }
    endKept();
    return start(limits);
  }

  function keep(owner: string, reader: Reader): void {
    reader.rest();
    kept = { owner, reader, timer: setTimeout(endKept, idleMs).unref() };
  }

  /**
   * The result of `task` for a file of `owner`, an organisation or a user. @throws FileRefused; DomainError
   * `server.busy` (503)
   */
  return function read<Name extends TaskName>(
    task: Name,
    request: { owner: string; bytes: Uint8Array; options: Tasks[Name]["options"] },
  ): Promise<Tasks[Name]["result"]> {
    const { owner, bytes, options } = request;
    return inLane(owner, () =>
      queued(async () => {
        const reader = await readerFor(owner);
        try {
          const answer = await reader.read({ task, options }, bytes);
          keep(owner, reader);
          return resultOf(task, answer);
        } catch (error) {
          if (kept?.reader !== reader) reader.end();
          throw error;
        }
      }),
    );
  };
}

const mb = 1024 * 1024;

/** Documents, workbooks and pages: read by jobs, which wait for their turn. */
export const readDocumentFile = createSandbox({
  cpuSeconds: 8,
  wallSeconds: 120,
  heapMb: 256,
  residentBytes: 450 * mb,
  usesNativeCode: false,
  waiting: 100,
  waitingOfOwner: 10,
});

/** Pictures: a form may wait for one. */
export const readPictureFile = createSandbox({
  cpuSeconds: 8,
  wallSeconds: 30,
  heapMb: 64,
  residentBytes: 400 * mb,
  usesNativeCode: true,
  waiting: 100,
  waitingOfOwner: 8,
});

/** Short sheets: a form waits for one. */
export const readSheetFile = createSandbox({
  cpuSeconds: 4,
  wallSeconds: 30,
  heapMb: 192,
  residentBytes: 400 * mb,
  usesNativeCode: false,
  waiting: 50,
  waitingOfOwner: 4,
});
