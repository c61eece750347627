import { describe, expect, it } from "vitest";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { createLogger } from "#app/platform/run/logger.server.ts";
import { type ApiFetch, createApiClient } from "./client.server.ts";

/** The log lines of one call, and its result. */
async function callWith(apiFetch: ApiFetch, baseUrl = "http://localhost:4000") {
  const lines: string[] = [];
  const log = createLogger("info", { write: (line) => void lines.push(line) });
  const incoming = new Request("http://localhost:4000/contacts/con_1", {
    headers: { "x-request-id": "req-17" },
  });
  const call = createApiClient(apiFetch, baseUrl, incoming, log);
  const outcome = await call("GET /contacts/:contactId", { contactId: "con_1" }).then(
    () => "an answer",
    (error: Error) => error,
  );
  return { lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>), outcome };
}

const where = { requestId: "req-17", call: "GET /contacts/:contactId" };
const [warn, error] = [40, 50];

describe("a call that fails is logged in English, and its error rethrown", () => {
  const refusals: [number, number, string][] = [
    [401, warn, "Unauthorized: Please log in."],
    [403, warn, "Forbidden: You do not have permission to access this resource."],
    [404, warn, "Not Found: The requested resource does not exist."],
    [500, error, "Server Error: Something went wrong on the server."],
    [418, warn, "An error occurred: pot.tea"],
    [503, error, "An error occurred: pot.tea"],
  ];
  const locales = ["en", "sw", "fr"] as const;
  it.each(locales.flatMap((locale) => refusals.map((refusal) => [locale, ...refusal] as const)))(
    "%s: %i at level %i: %s",
    async (locale, status, level, msg) => {
      const message = "Introuvable pour njeri@mail.test";
      const { lines, outcome } = await withLocale(locale, () =>
        callWith(async () => Response.json({ message, code: "pot.tea", requestId: "req-17" }, { status })),
      );
      expect(lines).toEqual([{ time: expect.any(String), level, ...where, status, code: "pot.tea", msg }]);
      expect(outcome).toMatchObject({ name: "ApiError", status, code: "pot.tea", message });
    },
  );

  it("No response received:", async () => {
    const { lines, outcome } = await callWith(async () => {
      throw new Error("connection refused");
    });
    const err = expect.objectContaining({ message: "connection refused" });
    expect(lines).toEqual([
      { time: expect.any(String), level: error, ...where, err, msg: "No response received:" },
    ]);
    expect(outcome).toMatchObject({
      name: "ApiError",
      status: 503,
      code: "api.unreachable",
      requestId: "req-17",
    });
  });

  it("Request setup error:", async () => {
    const { lines, outcome } = await callWith(async () => Response.json({}), "no address");
    const err = expect.objectContaining({ type: "TypeError", message: "Invalid URL" });
    expect(lines).toEqual([
      { time: expect.any(String), level: error, ...where, err, msg: "Request setup error:" },
    ]);
    expect(outcome).toBeInstanceOf(TypeError);
    // The query of the address contains what the user typed.
    expect(lines[0]!.err).not.toHaveProperty("input");
  });

  it("a successful call logs nothing", async () => {
    expect(await callWith(async () => Response.json({}))).toEqual({ lines: [], outcome: "an answer" });
  });
});
