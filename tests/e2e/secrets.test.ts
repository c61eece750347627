import { request } from "undici";
import { expect, it } from "vitest";
import { setUpMember } from "#tests/support/caller.ts";
import { setUpServer } from "#tests/support/server.ts";

const server = setUpServer();
const member = setUpMember(server);

async function ask(method: "GET" | "POST", path: string, headers: Record<string, string>) {
  const answer = await request(`${server.url}${path}`, {
    method,
    headers: {
      cookie: member.cookie,
      "accept-encoding": "gzip",
      ...(method === "POST" ? { "content-type": "application/x-www-form-urlencoded" } : {}),
      ...headers,
    },
    ...(method === "POST" ? { body: "" } : {}),
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  return {
    status: answer.statusCode,
    encoding: answer.headers["content-encoding"],
    bytes,
    headers: answer.headers,
  };
}

it("the API key is shown only on its own form, in a response whose length reveals nothing", async () => {
  const { key } = await member.call("POST /developer/api-key", {});
  const shown = await ask("POST", "/developers?q=tsk_test_", { "sec-fetch-site": "same-origin" });
  expect([shown.status, shown.encoding]).toEqual([200, undefined]);
  expect(shown.bytes.toString()).toContain(key);
  expect(shown.headers).not.toHaveProperty("x-compress");
  const read = await ask("GET", "/developers?show=1", { "accept-encoding": "identity" });
  expect(read.bytes.toString()).not.toContain(key);
  expect((await ask("GET", "/developers", {})).encoding).toBe("gzip");
  expect((await ask("POST", "/developers", { "sec-fetch-site": "cross-site" })).status).toBe(403);
});
