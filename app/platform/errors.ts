/** The HTTP meaning of a refusal; each door maps it to its own answer. */
export type ErrorKind =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "too_large"
  | "too_many"
  | "unavailable"
  | "payment_required";

export const statusOfKind: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  too_many: 429,
  unavailable: 503,
};

/**
 * A refusal with a stable dotted code (`campaign.no_recipients`) and a message fit for the user, which says what to do.
 * `fields` ties messages to form fields; `typed` is what stood in them, where only the API has read the form; `cause` is
 * for the log only.
 */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly fields: Record<string, string> | undefined;
  readonly typed: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    options: {
      fields?: Record<string, string> | undefined;
      typed?: Record<string, string>;
      retryAfterSeconds?: number | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "DomainError";
    this.kind = kind;
    this.code = code;
    this.fields = options.fields;
    this.typed = options.typed;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A foreign or missing object: always *not found*, never *forbidden*. */
export function notFound(what: string): DomainError {
  return new DomainError(
    "not_found",
    `${what.toLowerCase().replaceAll(" ", "_")}.not_found`,
    `${what} not found.`,
  );
}

/** Why something is as it is, as it is stored: a code, and what was said where the words are not found by the code. */
export interface Reason {
  code: string;
  said?: string | undefined;
  /** The name of what it is about, as it was then. */
  about?: string | undefined;
}

/** A refusal as the reason of what comes of it. */
export const reasonOf = ({ code, message }: DomainError): Reason => ({ code, said: message });
