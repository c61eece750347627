import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { chooseEncoding, compress } from "./compression.server.ts";

const page = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Response(body, { headers: { "content-type": "text/html; charset=utf-8", ...headers } });
const asking = (headers: Record<string, string> = {}) => new Request("http://localhost/", { headers });
const text = "<p>Karibu! ".repeat(500);

describe("compression", () => {
  it("uses brotli first, then gzip, and neither when refused", () => {
    expect(chooseEncoding("gzip, deflate, br, zstd")).toBe("br");
    expect(chooseEncoding("gzip;q=1.0, br;q=0")).toBe("gzip");
    expect(chooseEncoding("*;q=0.1")).toBe("br");
    expect(chooseEncoding("br ; q=0 , GZIP ;Q=0.5")).toBe("gzip");
    expect(chooseEncoding("identity")).toBeUndefined();
    expect(chooseEncoding(null)).toBeUndefined();
  });

  it("returns the same page in fewer bytes", async () => {
    for (const [accepted, open] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const response = await compress(asking({ "accept-encoding": accepted }), page(text));
      expect(response.headers.get("content-encoding")).toBe(accepted);
      expect(response.headers.get("vary")).toBe("Accept-Encoding");
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.length).toBeLessThan(text.length / 10);
      expect(open(bytes).toString()).toBe(text);
    }
  });

  it("sets the new length of a page whose length is known", async () => {
    for (const [accepted, open] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const whole = page(text, { "content-length": String(text.length) });
      const response = await compress(asking({ "accept-encoding": accepted }), whole);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get("content-length")).toBe(String(bytes.length));
      expect(open(bytes).toString()).toBe(text);
    }
  });

  it("passes on what a slow page has written so far", async () => {
    let finish = () => {};
    const slow = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("<h1>First</h1>"));
        finish = () => {
          controller.enqueue(new TextEncoder().encode("<p>Last</p>"));
          controller.close();
        };
      },
    });
    const answer = await compress(asking({ "accept-encoding": "gzip" }), page(slow));
    const reader = answer.body!.getReader();
    const chunks: Uint8Array[] = [];
    const first = await reader.read();
    expect(first.done).toBe(false);
    chunks.push(first.value!);
    finish();
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
    expect(gunzipSync(Buffer.concat(chunks)).toString()).toBe("<h1>First</h1><p>Last</p>");
  });

  it("leaves event streams, pictures and encoded files alone", async () => {
    const asTheyAre: Record<string, string>[] = [
      { "content-type": "text/event-stream" },
      { "content-type": "image/png" },
      { "content-encoding": "gzip" },
    ];
    for (const headers of asTheyAre) {
      const given = page("data", headers);
      expect(await compress(asking({ "accept-encoding": "br" }), given)).toBe(given);
    }
  });

  it("propagates a failure of the page", async () => {
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error("rendering broke")),
    });
    const response = await compress(asking({ "accept-encoding": "br" }), page(broken));
    await expect(response.text()).rejects.toThrow("rendering broke");
  });
});
