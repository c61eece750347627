import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseForm, readForm } from "./form.server.ts";

const post = (fields: string | ReadableStream, type = "application/x-www-form-urlencoded") =>
  new Request("http://localhost:4000/login", {
    method: "POST",
    headers: { "content-type": type },
    body: fields,
    ...({ duplex: "half" } as object),
  });
const parsed = async <Schema extends z.ZodType>(request: Request, schema: Schema) =>
  parseForm(await readForm(request), schema);
const statusOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 200,
    (answer: { init?: { status?: number } }) => answer.init?.status,
  );

/** So many megabytes in pieces, of an unknown length; `taken` counts those requested. */
function endless(megabytes: number) {
  const state = { taken: 0 };
  const body = new ReadableStream({
    pull(controller) {
      if (state.taken++ >= megabytes) controller.close();
      else controller.enqueue(new Uint8Array(1024 * 1024).fill(97));
    },
  });
  return { body, state };
}

describe("a posted form", () => {
  it("is read with its lists and rows", async () => {
    const schema = z.object({ buttons: z.array(z.object({ text: z.string() })) });
    const submission = await parsed(post("buttons[0].text=Yes&buttons[1].text=No"), schema);
    expect(submission).toMatchObject({ value: { buttons: [{ text: "Yes" }, { text: "No" }] } });
  });

  it.each([
    ["a list", z.array(z.object({ text: z.string() }))],
    ["a list that may be missing", z.array(z.object({ text: z.string() })).optional()],
    [
      "a list that is checked as a whole",
      z
        .array(z.object({ text: z.string() }))
        .default([])
        .transform(String),
    ],
  ])("is refused when a text replaces %s, whose rows no page could show", async (_, rows) => {
    const schema = z.object({ buttons: rows });
    expect(await statusOf(parsed(post("buttons=x"), schema))).toBe(400);
    expect(await statusOf(parsed(post("buttons[0].text=x"), schema))).toBe(200);
  });

  it("is refused when a text replaces the rows of one of several forms", async () => {
    const rows = z.array(z.object({ text: z.string() }));
    const schema = z.discriminatedUnion("intent", [
      z.object({ intent: z.literal("next"), rows }),
      z.object({ intent: z.literal("stop") }),
    ]);
    expect(await statusOf(parsed(post("intent=next&rows=x"), schema))).toBe(400);
    expect(await statusOf(parsed(post("intent=next&rows[0].text=x"), schema))).toBe(200);
  });

  it("may send one plain value for a list of them", async () => {
    const schema = z.object({ tags: z.array(z.string()) });
    expect(await parsed(post("tags=vip"), schema)).toMatchObject({ value: { tags: ["vip"] } });
  });

  it("may add or remove a row of its own lists", async () => {
    const schema = z.object({ buttons: z.array(z.object({ text: z.string() })).optional() });
    const intent = (type: string, index?: number) =>
      encodeURIComponent(JSON.stringify({ type, payload: { name: "buttons", index } }));
    const more = await parsed(post(`buttons[0].text=Yes&__intent__=${intent("insert")}`), schema);
    expect(more.payload.buttons).toHaveLength(2);
    const less = await parsed(post(`buttons[0].text=Yes&__intent__=${intent("remove", 0)}`), schema);
    expect(less.payload.buttons).toHaveLength(0);
  });

  it.each([
    ["an index that no form has", "email[4294967294]=x"],
    ["an index in a list in a list", "a[99][99][99][99]=x"],
    ["a depth that no form has", `${"a.".repeat(6000)}a=x`],
    ["a long name", `${"a".repeat(101)}=x`],
    ["a name that means the prototype", "__proto__.x=1"],
    ["a name that means the constructor", "constructor.x=1"],
    ["more fields than any form has", Array.from({ length: 1001 }, (_, n) => `f${n}=x`).join("&")],
    ["a state of its own", `__state__=${encodeURIComponent('{"a":1}')}`],
    ["an intent that is no JSON", "__intent__=x"],
    ["an intent without a list", `__intent__=${encodeURIComponent('{"type":"insert"}')}`],
    [
      "an intent that sets a value",
      `__intent__=${encodeURIComponent('{"type":"update","payload":{"name":"a","index":4294967294,"value":1}}')}`,
    ],
    [
      "an intent for a far row",
      `__intent__=${encodeURIComponent('{"type":"insert","payload":{"name":"a","index":4294967294}}')}`,
    ],
    [
      "a row for what is no list",
      `a=x&__intent__=${encodeURIComponent('{"type":"insert","payload":{"name":"a"}}')}`,
    ],
  ])("is refused at once with %s", async (_, fields) => {
    // The processor's time: a busy machine takes longer by the clock.
    const start = process.threadCpuUsage();
    expect(await statusOf(readForm(post(fields)))).toBe(400);
    expect(process.threadCpuUsage(start).user / 1000).toBeLessThan(500);
  });

  it("is refused when it is not a form", async () => {
    expect(await statusOf(readForm(post("{}", "application/json")))).toBe(400);
    expect(await statusOf(readForm(post("--x", "multipart/form-data; boundary=y")))).toBe(400);
  });

  it("is not read beyond 1 MB", async () => {
    const { body, state } = endless(40);
    expect(await statusOf(readForm(post(body)))).toBe(413);
    expect(state.taken).toBeLessThan(5);
  });
});
