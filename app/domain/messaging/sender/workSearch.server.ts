import type { Queryable } from "#app/db/client.server.ts";
import type { Services } from "#app/platform/context.ts";
import { IntakeWatch } from "./intakeWatch.server.ts";
import { findWork, type Work } from "./numbers.server.ts";
import { endUnknown } from "./results.server.ts";
import { StatusWatch } from "./statusWatch.server.ts";

/** The state of webhooks matters only while a message is in doubt. */
const notRead = { intakeOpenSince: null, lowWater: 0 };
const endEveryMs = 30_000;

/** Searches all organisations for what a process may send, and ends the messages in doubt that nothing is expected of. */
export class WorkSearch {
  readonly intake: IntakeWatch;
  readonly statuses: StatusWatch;
  readonly #services: Services;
  readonly #client: Queryable;
  readonly #graceSeconds: number;
  #endedAt = Number.NEGATIVE_INFINITY;

  constructor(services: Services, graceSeconds: number) {
    this.#services = services;
    this.#graceSeconds = graceSeconds;
    const { system } = services.db;
    this.#client = system;
    this.intake = new IntakeWatch(system);
    this.statuses = new StatusWatch(system, graceSeconds);
  }

  async read(): Promise<Work> {
    const endsUnknown = performance.now() - this.#endedAt > endEveryMs;
    const { intakeOpenSince, lowWater } = this.statuses.isWatching ? await this.intake.read() : notRead;
    const work = await findWork(this.#client, {
      intakeOpenSince,
      lowWater,
      graceSeconds: this.#graceSeconds,
      statusesSince: this.statuses.since,
      endsUnknown,
    });
    // Not awaited: with many numbers in doubt it takes longer than a search.
    this.statuses
      .read(work.inDoubt)
      .catch((error: unknown) => this.#services.log.warn({ err: error }, "arriving statuses not read"));
    if (endsUnknown) this.#endedAt = performance.now();
    if (work.unknownToEnd) await endUnknown(this.#services, this.#graceSeconds, this.statuses.since);
    return work;
  }
}
