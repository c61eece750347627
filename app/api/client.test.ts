import { describe, expect, it } from "vitest";
import { type ApiFetch, createApiClient } from "./client.server.ts";

/** What the client writes on the console while it makes one call, and what its caller gets. */
async function callWith(apiFetch: ApiFetch, baseUrl = "http://localhost:4000") {
  const written: unknown[][] = [];
  const incoming = new Request("http://localhost:4000/dashboard", { headers: { "x-request-id": "req-17" } });
  const call = createApiClient(apiFetch, baseUrl, incoming, { error: (...words) => written.push(words) });
  const outcome = await call("GET /dashboard", {}).then(
    () => "an answer",
    (error: Error) => error,
  );
  return { written, outcome };
}

describe("a call that fails is told on the console, and passed on to the caller", () => {
  it.each([
    [401, "Unauthorized: Please log in."],
    [403, "Forbidden: You do not have permission to access this resource."],
    [404, "Not Found: The requested resource does not exist."],
    [500, "Server Error: Something went wrong on the server."],
    [418, "An error occurred: This is for [address]"],
  ])("%i: %s", async (status, text) => {
    const { written, outcome } = await callWith(async () =>
      Response.json({ message: "This is for njeri@mail.test", code: "pot.tea", requestId: "r" }, { status }),
    );
    expect(written).toEqual([[text]]);
    expect(outcome).toMatchObject({
      name: "ApiError",
      status,
      code: "pot.tea",
      message: "This is for njeri@mail.test",
    });
  });

  it("No response received:", async () => {
    const refused = new Error("connection refused");
    const { written, outcome } = await callWith(async () => {
      throw refused;
    });
    expect(written).toEqual([["No response received:", refused]]);
    expect(outcome).toMatchObject({ name: "ApiError", status: 503, code: "api.unreachable" });
  });

  it("Request setup error:", async () => {
    const { written, outcome } = await callWith(async () => Response.json({}), "no address");
    expect(written).toEqual([
      ["Request setup error:", expect.objectContaining({ name: "TypeError", message: "Invalid URL" })],
    ]);
    expect(outcome).toBeInstanceOf(TypeError);
    // The address has what the user typed as its query.
    expect(written[0]![1]).not.toHaveProperty("input");
  });

  it("a call that works writes nothing", async () => {
    expect(await callWith(async () => Response.json({}))).toEqual({ written: [], outcome: "an answer" });
  });
});
