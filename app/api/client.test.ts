import { describe, expect, it } from "vitest";
import { ApiError, type ApiFetch, createApiClient } from "./client.server.ts";

/** A client whose API answers with `answer`, and what it wrote on the console. */
function clientOf(answer: ApiFetch, baseUrl = "http://api.test") {
  const written: unknown[][] = [];
  const api = createApiClient(answer, baseUrl, new Request("http://here.test/dashboard"), {
    error: (...words: unknown[]) => void written.push(words),
  });
  return { api, written };
}
const refusing = (status: number, body: unknown) => clientOf(async () => Response.json(body, { status }));
const body = { message: "Told by the server.", code: "some.code", requestId: "r1" };

describe("the error catalogue of the API client (spec section 8)", () => {
  it.each([
    [401, "Unauthorized: Please log in."],
    [403, "Forbidden: You do not have permission to access this resource."],
    [404, "Not Found: The requested resource does not exist."],
    [500, "Server Error: Something went wrong on the server."],
    [409, "An error occurred: Told by the server."],
  ])("writes the words for %i on the console and passes the error on", async (status, words) => {
    const { api, written } = refusing(status, body);
    await expect(api("GET /auth/me", {})).rejects.toMatchObject({
      status,
      code: "some.code",
      message: "Told by the server.",
      requestId: "r1",
    });
    expect(written).toEqual([[words]]);
  });

  it("tells no answer from a request that could not be made", async () => {
    const down = new TypeError("fetch failed");
    const silent = clientOf(() => Promise.reject(down));
    await expect(silent.api("GET /auth/me", {})).rejects.toMatchObject({
      code: "api.unreachable",
      status: 503,
    });
    expect(silent.written).toEqual([["No response received:", down]]);

    const misplaced = clientOf(async () => Response.json({}), "nowhere");
    await expect(misplaced.api("GET /auth/me", {})).rejects.toThrow("Invalid URL");
    expect(misplaced.written).toEqual([["Request setup error:", expect.any(TypeError)]]);
  });

  it("understands an answer that is not the API's own", async () => {
    const { api } = clientOf(async () => new Response("<h1>Bad gateway</h1>", { status: 502 }));
    await expect(api("GET /auth/me", {})).rejects.toMatchObject({ status: 502, code: "api.error" });
    await expect(api("GET /auth/me", {})).rejects.toBeInstanceOf(ApiError);
  });
});
