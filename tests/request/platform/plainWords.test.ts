import { readFileSync } from "node:fs";
import path from "node:path";
import type { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { contract } from "#app/api/contract.ts";
import { createLoadContext } from "#app/web/platform.server.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { pages } from "#tests/support/routeTable.ts";
import { formRequest, platformOf } from "#tests/support/screens.ts";
import { setUp } from "#tests/support/setUp.ts";

/** Validation phrases meant for developers. */
const programmersWords = /Invalid (input|option|string)|expected|received|Unrecognized key|Too (big|small):/i;

type Action = (args: {
  request: Request;
  params: Record<string, string>;
  context: Readonly<RouterContextProvider>;
}) => Promise<unknown>;

const app = path.join(import.meta.dirname, "..", "..", "..", "app");
const sourceOf = (file: string) => readFileSync(path.join(app, file), "utf8");
const forms = pages.filter(({ file }) =>
  /export (async )?function action\b|export const action\b/.test(sourceOf(file)),
);

/** The intents of a page's buttons; a page with one button has none. */
function intentsOf(file: string): string[] {
  const named = [...sourceOf(file).matchAll(/intent: z\.(?:literal|enum)\(([^)]*)\)/g)];
  return named.flatMap(([, choices]) => [...choices!.matchAll(/"([^"]+)"/g)].map((match) => match[1]!));
}

const platform = setUpPlatform();
const org = setUp(() => platform.createOrg());
beforeAll(() => void vi.spyOn(console, "error").mockReturnValue(undefined));
afterAll(() => void vi.restoreAllMocks());

/** All text that a page may show of a result, returned or thrown. */
function textsOf(answer: unknown): string[] {
  if (typeof answer === "string") return [answer];
  if (answer instanceof Response || answer === null || typeof answer !== "object") return [];
  return Object.values(answer).flatMap(textsOf);
}

async function post(file: string, address: string, fields: Record<string, string>): Promise<string[]> {
  const { action } = (await import(/* @vite-ignore */ path.join(app, file))) as { action: Action };
  const params = Object.fromEntries([...address.matchAll(/:(\w+)/g)].map(([, name]) => [name!, "nobodys"]));
  const request = formRequest(`${address.replaceAll(":", "")}?token=nobodys`, fields, {
    "sec-fetch-site": "same-origin",
    cookie: org.cookie,
  });
  const context = createLoadContext(platformOf(platform), request);
  return textsOf(await action({ request, params, context }).catch((thrown: unknown) => thrown));
}

describe("a form posted without any field gets errors in plain language", () => {
  it.each(forms.map(({ path, file }) => [path, file]))("%s", async (address, file) => {
    for (const intent of [undefined, ...intentsOf(file!)]) {
      const texts = await post(file!, address!, intent === undefined ? {} : { intent });
      expect(texts.filter((text) => programmersWords.test(text))).toEqual([]);
    }
  });

  it("and the sweep covers the existing forms", async () => {
    expect(forms.length).toBeGreaterThan(25);
    expect(intentsOf("routes/auth/invitation.tsx")).toEqual(["join", "sign-up"]);
    expect(await post("routes/auth/invitation.tsx", "/invitation", { intent: "sign-up" })).toEqual(
      expect.arrayContaining(["First name is required", "Last name is required", "Password is required"]),
    );
  });
});

describe("a call without any field gets errors in plain language", () => {
  const calls = Object.keys(contract).filter((key) => !key.startsWith("GET "));

  it.each(calls)("%s", async (key) => {
    const params = Object.fromEntries([...key.matchAll(/:(\w+)/g)].map(([, name]) => [name!, "nobodys"]));
    const response = await platform.request(key, params, await platform.createOrg());
    const isText = /json|text/.test(response.headers.get("content-type") ?? "");
    expect(isText ? await response.text() : "").not.toMatch(programmersWords);
  });
});
