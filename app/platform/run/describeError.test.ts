import { DrizzleQueryError } from "drizzle-orm/errors";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { describeError, summariseError, withoutValues } from "./describeError.ts";
import { createLogger } from "./logger.server.ts";

const insert = 'insert into "contacts" ("name", "phone") values ($1, $2)';

function failedInsert(): Error {
  const refused = new pg.DatabaseError(
    'duplicate key value violates unique constraint "contacts_phone_key"',
    100,
    "error",
  );
  Object.assign(refused, {
    severity: "ERROR",
    code: "23505",
    detail: "Key (phone)=(+254712345678) already exists.",
    where: "COPY contacts, line 1: Njeri Wanjiru",
    table: "contacts",
    constraint: "contacts_phone_key",
  });
  return new DrizzleQueryError(insert, ["Njeri\n    at Wanjiru", "+254712345678"], refused);
}

/** Everything that is logged, with properties that JSON would leave out. */
const everything = (error: Error): string =>
  [
    JSON.stringify(error, Object.getOwnPropertyNames(error)),
    ...(error.cause instanceof Error ? [everything(error.cause)] : []),
  ].join("\n");

describe("a failed statement", () => {
  it("is described by statement, code, table and constraint", () => {
    expect(describeError(failedInsert())).toMatchObject({
      type: "DrizzleQueryError",
      message: "Failed query",
      query: insert,
      stack: expect.stringContaining("describeError.test.ts"),
      cause: {
        type: "DatabaseError",
        message: 'duplicate key value violates unique constraint "contacts_phone_key"',
        code: "23505",
        table: "contacts",
        constraint: "contacts_phone_key",
      },
    });
  });

  it("adds no value to the log, nor to a job's row", () => {
    const lines: string[] = [];
    const log = createLogger("info", { write: (line) => void lines.push(line) });
    log.error({ err: failedInsert() }, "unexpected");
    // The job queue passes errors on as plain objects.
    const { message, stack } = failedInsert();
    log.error({ err: { ...failedInsert(), message, stack } }, "unexpected");
    expect(lines).toHaveLength(2);
    for (const text of [...lines, everything(withoutValues(failedInsert()))]) {
      expect(text).toContain("contacts_phone_key");
      expect(text).toContain("describeError.test.ts");
      expect(text).not.toMatch(/Njeri|Wanjiru|254712345678/);
    }
  });

  it("fits on one line", () => {
    expect(summariseError(failedInsert())).toBe(
      'DrizzleQueryError: Failed query ← DatabaseError: duplicate key value violates unique constraint "contacts_phone_key" (23505)',
    );
  });
});

describe("a message", () => {
  it.each([
    [Object.assign(new Error('invalid input syntax for type uuid: "Njeri"'), { code: "22P02" })],
    [Object.assign(new Error('value "Njeri" is out of range'), { code: "22003" })],
    [errorOfParsing('"Njeri'.repeat(3))],
    [new Error("550 no such user <njeri@mail.test>")],
    [new Error("+254712345678 is not on WhatsApp")],
    ["thrown as text: njeri@mail.test"],
    [Object.assign(new Error("Refused"), { typed: { email: "njeri@mail.test" }, input: "Njeri" })],
    [new Error("outer", { cause: new Error("inner", { cause: new Error("njeri@mail.test") }) })],
  ])("of %s omits what people wrote", (error) => {
    expect(everything(withoutValues(error))).not.toMatch(/Njeri|njeri|254712345678/);
  });

  it("of a circular cause ends", () => {
    const error = new Error("round");
    error.cause = error;
    expect(summariseError(error)).toMatch(/^Error: round ← Error: round/);
  });
});

function errorOfParsing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}
