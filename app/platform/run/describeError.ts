/**
 * The loggable part of an error, also for the row of a failed job: what failed and where, without the values.
 */
export interface DescribedError {
  type: string;
  message: string;
  stack: string;
  /** SQLSTATE, the system's `E…`, or the dotted code of a refusal. */
  code?: string | number;
  /** The statement that failed, without its parameters. */
  query?: string;
  cause?: DescribedError;
  [where: string]: unknown;
}

/**
 * Properties that say where; all others (`params`, `detail`, `where`, `typed`, `input`, …) may contain what
 * people wrote.
 */
const places = ["code", "schema", "table", "column", "constraint", "routine", "syscall", "status", "subcode"];
const maxText = 1000;
const maxCauses = 5;

const mailAddress = /[^\s<>"'(),;:@]{1,64}@[^\s<>"'(),;:@]+/g;
const phoneNumber = /\+\d{8,15}/g;

type Thrown = Record<string, unknown>;

/** Describes anything thrown, with its causes. Accepts plain objects too, which libraries make of errors. */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (error === null || typeof error !== "object")
    return { type: typeof error, message: withoutPeople(String(error)), stack: "" };
  const thrown = error as Thrown;
  const type = typeOf(thrown);
  const message = messageOf(thrown, type);
  const described: DescribedError = { type, message, stack: `${type}: ${message}\n${framesOf(thrown)}` };
  for (const name of places) {
    const value = thrown[name];
    if (typeof value === "string" || typeof value === "number") described[name] = value;
  }
  if (isFailedQuery(thrown)) described.query = thrown.query.slice(0, maxText);
  if (thrown.cause !== undefined && thrown.cause !== null && depth < maxCauses)
    described.cause = describeError(thrown.cause, depth + 1);
  return described;
}

/** The same as an error, for code that stores or prints what it catches. */
export function withoutValues(error: unknown): Error {
  return errorOf(describeError(error));
}

/** The same on one line, the causes after arrows. */
export function summariseError(error: unknown): string {
  const parts: string[] = [];
  for (let one: DescribedError | undefined = describeError(error); one; one = one.cause)
    parts.push(`${one.type}: ${one.message}${one.code === undefined ? "" : ` (${one.code})`}`);
  return parts.join(" ← ");
}

function errorOf({ type, message, stack, cause, ...where }: DescribedError): Error {
  const safe = new Error(message, cause ? { cause: errorOf(cause) } : {});
  // Not enumerable, as in any error, so that it is printed once.
  const unlisted = { configurable: true, writable: true };
  Object.defineProperties(safe, {
    name: { value: type, ...unlisted },
    stack: { value: stack, ...unlisted },
  });
  return Object.assign(safe, where);
}

function typeOf(thrown: Thrown): string {
  const { name } = thrown;
  if (typeof name === "string" && name !== "" && !/^error$/i.test(name)) return name;
  return thrown.constructor?.name ?? "Error";
}

/** Drizzle includes the parameters in message and stack. */
const isFailedQuery = (thrown: Thrown): thrown is Thrown & { query: string } =>
  typeof thrown.query === "string" && "params" in thrown;

function messageOf(thrown: Thrown, type: string): string {
  if (isFailedQuery(thrown)) return "Failed query";
  const message = typeof thrown.message === "string" ? thrown.message : "";
  // PostgreSQL (SQLSTATE class 22, wrong data) and the JSON parser quote invalid input.
  const quotes = type === "SyntaxError" || /^22...$/.test(String(thrown.code));
  return withoutPeople(quotes ? message.replace(/".*"/s, '"…"') : message);
}

/** A text for a log: email addresses and numbers are masked. */
export const withoutPeople = (text: string) =>
  text.slice(0, maxText).replaceAll(mailAddress, "[address]").replaceAll(phoneNumber, "[number]");

/** Only the locations of the stack: the lines above them are the message. */
function framesOf({ stack, message }: Thrown): string {
  if (typeof stack !== "string") return "";
  const end = typeof message === "string" && message !== "" ? stack.indexOf(message) : -1;
  const lines = (end < 0 ? stack : stack.slice(end + String(message).length)).split("\n");
  const above = lines.findLastIndex((line) => !/^ {4}at /.test(line));
  return lines.slice(above + 1).join("\n");
}
