import { isOverloaded } from "#app/db/transient.ts";
import { DomainError, platformError } from "#app/platform/errors.ts";

const comeBackAfterSeconds = 5;

/** Overload is returned as a refusal that asks to retry later; all other errors are returned unchanged. */
export const orRetryLater = (error: unknown): unknown =>
  !(error instanceof DomainError) && isOverloaded(error)
    ? platformError("server.busy", { retryAfterSeconds: comeBackAfterSeconds, cause: error })
    : error;
