import {
  deleteKnownAtMeta,
  FileMissing,
  goodForMs,
  type KnownAtMeta,
  knownAtMeta,
  uploadToMeta,
} from "#app/domain/messaging/media/atMeta.server.ts";
import { sendNote } from "#app/domain/messaging/messages/sendNotes.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { summariseError } from "#app/platform/run/describeError.ts";
import { GraphError } from "#app/providers/meta/graph.server.ts";

/** The number sends nothing else while it waits for a file; longer work continues in parallel. */
const waitMs = 5000;
const nextTryMs = 30_000;
/** A file uploaded this recently is not the cause of a refusal. */
const surelyThereMs = 600_000;
/** Transient errors: rate limits, Meta's own trouble, a lost token (facts/whatsapp-cloud-api.md §9). */
const transientCodes = new Set([1, 2, 4, 190, 80007, 130429, 131000, 131016]);

type State =
  | { kind: "known"; file: KnownAtMeta }
  | { kind: "uploading"; done: Promise<void> }
  | { kind: "later"; at: number }
  | { kind: "refused"; why: string };

/** Why a message with a file can't be sent now. */
export type MediaObstacle = { retryInMs: number } | { refused: string };

/** The files of a number's messages: each is uploaded to Meta once, before the first message with it. */
export class MediaAtNumber {
  readonly #services: Services;
  readonly #number: { orgId: OrgId; phoneNumberId: string };
  readonly #states = new Map<string, State>();

  constructor(services: Services, number: { orgId: OrgId; phoneNumberId: string }) {
    this.#services = services;
    this.#number = number;
  }

  find(mediaId: string): KnownAtMeta | undefined {
    const state = this.#states.get(mediaId);
    return state?.kind === "known" ? state.file : undefined;
  }

  obstacleTo(mediaIds: readonly string[]): MediaObstacle | null {
    for (const mediaId of mediaIds) {
      const state = this.#states.get(mediaId);
      if (state?.kind === "refused") return { refused: state.why };
      if (state?.kind !== "known") return { retryInMs: state?.kind === "later" ? nextTryMs : waitMs };
    }
    return null;
  }

  /** Waits briefly until these files are uploaded. */
  async load(mediaIds: ReadonlySet<string>, accessToken: string | null): Promise<void> {
    const now = this.#services.clock.now();
    const wanted = [...mediaIds].filter((mediaId) => this.#isWanted(mediaId, now));
    const known = await knownAtMeta(this.#services, this.#number, wanted);
    for (const [mediaId, file] of known) this.#states.set(mediaId, { kind: "known", file });
    if (accessToken !== null)
      for (const mediaId of wanted) if (!known.has(mediaId)) this.#upload(mediaId, accessToken);
    const uploads = [...mediaIds].flatMap((mediaId) => {
      const state = this.#states.get(mediaId);
      return state?.kind === "uploading" ? [state.done] : [];
    });
    if (uploads.length === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitMs);
    });
    await Promise.race([Promise.all(uploads), enough]);
    clearTimeout(timer);
  }

  #isWanted(mediaId: string, now: Date): boolean {
    const state = this.#states.get(mediaId);
    if (!state) return true;
    if (state.kind === "known") return state.file.until <= now;
    return state.kind === "later" && state.at <= now.getTime();
  }

  #upload(mediaId: string, accessToken: string): void {
    const done = uploadToMeta(this.#services, { ...this.#number, mediaId, accessToken }).then(
      (file) => void this.#states.set(mediaId, { kind: "known", file }),
      (error: unknown) => this.#failed(mediaId, error),
    );
    this.#states.set(mediaId, { kind: "uploading", done });
  }

  #failed(mediaId: string, error: unknown): void {
    const isFinal = error instanceof GraphError && !error.isTransient && !transientCodes.has(error.code);
    if (error instanceof FileMissing || isFinal) {
      const why = isFinal ? error.details : sendNote("send.file_deleted");
      this.#states.set(mediaId, { kind: "refused", why });
      return;
    }
    this.#services.log.info({ mediaId, reason: summariseError(error) }, "a file was not given to Meta yet");
    this.#states.set(mediaId, { kind: "later", at: this.#services.clock.now().getTime() + nextTryMs });
  }

  /** Of these, what Meta has had for a while: a refusal may be about a file that it lost. */
  haveBeenThere(mediaIds: readonly string[]): string[] {
    const freshUntil = this.#services.clock.now().getTime() + goodForMs - surelyThereMs;
    return mediaIds.filter((mediaId) => (this.find(mediaId)?.until.getTime() ?? freshUntil) < freshUntil);
  }

  /** Meta refused a message because of its file: forgets the upload. */
  async forget(mediaIds: readonly string[]): Promise<void> {
    for (const mediaId of mediaIds) this.#states.delete(mediaId);
    await deleteKnownAtMeta(this.#services, this.#number, mediaIds).catch((error: unknown) =>
      this.#services.log.warn({ err: error }, "a file at Meta was not forgotten"),
    );
  }
}
