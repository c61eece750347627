import { describe, expect, it } from "vitest";
import { retryingFetch, type WaitingRequest } from "./retryingFetch.ts";

/** A network that gives these responses in order, and records what is sent and what waits. */
function network(answers: (Response | Error)[], onWait?: (request: WaitingRequest) => void) {
  const sent: { address: string; body: unknown }[] = [];
  const waited: boolean[] = [];
  const fetch = retryingFetch(
    async (input, init) => {
      sent.push({ address: String(input), body: init?.body });
      const answer = answers.shift();
      if (!answer || answer instanceof Error) throw answer ?? new Error("asked once too often");
      return answer;
    },
    async (request) => {
      waited.push(request.writes);
      onWait?.(request);
    },
  );
  return { fetch, sent, waited };
}
const broken = () => new TypeError("Failed to fetch");

describe("a form on a broken network", () => {
  it("is sent again unchanged, with its key, when the connection is back", async () => {
    const { fetch, sent, waited } = network([broken(), broken(), new Response("done")]);
    const body = new URLSearchParams({ name: "Asha", key: "k1" });
    const answer = await fetch("/contacts/new.data?index", { method: "POST", body });
    expect(await answer.text()).toBe("done");
    expect(waited).toEqual([true, true]);
    expect(sent.map((request) => request.body)).toEqual([body, body, body]);
  });

  it.each([502, 503, 504])("waits, too, while the server is unavailable (%i)", async (status) => {
    const failed: string[] = [];
    const { fetch, waited } = network(
      [new Response("upstream down", { status }), broken(), new Response("done")],
      (request) => failed.push(request.failed),
    );
    expect(await (await fetch("/contacts/new.data", { method: "POST", body: "name=Asha" })).text()).toBe(
      "done",
    );
    expect(waited).toEqual([true, true]);
    expect(failed).toEqual(["server", "network"]);
  });

  it("is given up when the user has navigated elsewhere", async () => {
    const leave = new AbortController();
    const { fetch } = network([broken()], ({ signal }) => {
      expect(signal).toBe(leave.signal);
      throw new DOMException("gone", "AbortError");
    });
    await expect(fetch("/chat.data", { signal: leave.signal })).rejects.toThrow("gone");
  });
});

describe("what is not a network failure", () => {
  it("is any response of the server", async () => {
    const { fetch, waited } = network([new Response("refused", { status: 500 })]);
    expect((await fetch("/chat.data", { method: "POST" })).status).toBe(500);
    expect(waited).toEqual([]);
  });

  it("is an aborted request, or one for anything but a screen", async () => {
    const aborted = network([new DOMException("aborted", "AbortError")]);
    await expect(aborted.fetch("/chat.data")).rejects.toThrow("aborted");
    const picture = network([broken()]);
    await expect(picture.fetch("/picture.png")).rejects.toThrow("Failed to fetch");
  });
});
