import { isTooMuch } from "#app/db/passing.ts";
import { DomainError, platformError } from "#app/platform/errors.ts";

const comeBackAfterSeconds = 5;

/** What is refused to whoever asks when there is too much to do at once: to come back. All other errors as they are. */
export const orBusy = (error: unknown): unknown =>
  !(error instanceof DomainError) && isTooMuch(error)
    ? platformError("server.busy", { retryAfterSeconds: comeBackAfterSeconds, cause: error })
    : error;
