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

/** A refusal as data: what `{name}` stands for in its text is given where it is made. */
interface Refusal {
  kind: ErrorKind;
  text: string;
}

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

interface Details {
  /** The form field at which the text stands. */
  field?: string;
  /** Other words for several fields. */
  fields?: Record<string, string>;
  typed?: Record<string, string>;
  retryAfterSeconds?: number;
  cause?: unknown;
}

type DetailsFor<Text> = [NamesIn<Text>] extends [never]
  ? [details?: Details]
  : [details: Details & { values: Record<NamesIn<Text>, string | number> }];

/**
 * The one way to make the refusals of a room, by their codes. What stands behind a colon tells texts of one code apart
 * (`wallet.too_little:by`) and is no part of it. `{said}` alone is a text that was found elsewhere.
 */
export function errorsOf<const Table extends Record<string, Refusal>>(table: Table) {
  const make = <Code extends keyof Table & string>(
    code: Code,
    ...[details = {}]: DetailsFor<Table[Code]["text"]>
  ): DomainError => {
    const { kind, text } = table[code] as Refusal;
    const {
      values = {},
      field,
      fields,
      ...others
    } = details as Details & {
      values?: Record<string, string | number>;
    };
    const message = text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
    const atFields = field === undefined ? fields : { ...fields, [field]: message };
    return new DomainError(kind, code.split(":")[0]!, message, { ...others, fields: atFields });
  };
  return Object.assign(make, { table });
}

/** What the ground floor refuses. */
export const platformError = /* @__PURE__ */ errorsOf({
  "search.too_slow": {
    kind: "unavailable",
    text: "This search took too long. Type more of the name, number or words.",
  },
  "server.busy": {
    kind: "unavailable",
    text: "Too much is going on right now. Please try again in a few seconds.",
  },
});

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
