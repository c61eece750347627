import { isOverloaded } from "#app/db/transient.ts";
import { DomainError, platformError } from "#app/platform/errors.ts";
import { StoreUnavailable } from "#app/providers/storage/mediaStore.ts";

const comeBackAfterSeconds = 5;

/** The database or the file store was overloaded, or away for a moment. */
export const isTransient = (error: unknown): boolean =>
  isOverloaded(error) || error instanceof StoreUnavailable;

/** Overload is returned as a refusal that asks to retry later; all other errors are returned unchanged. */
export const orRetryLater = (error: unknown): unknown =>
  !(error instanceof DomainError) && isTransient(error)
    ? platformError("server.busy", { retryAfterSeconds: comeBackAfterSeconds, cause: error })
    : error;
