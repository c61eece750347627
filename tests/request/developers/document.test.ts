import { validate } from "@readme/openapi-parser";
import { expect, it } from "vitest";
import { catalogue, commonCodes } from "#app/api/v1/catalogue.ts";
import { documentation } from "#app/api/v1/documentation.ts";
import { calls, openapiDocument, ownCodesOf } from "#app/api/v1/openapi.ts";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { locales } from "#app/platform/locale/locale.ts";
import { guardedLookup, isForbidden, refusalOfUrl } from "#app/providers/webhooks/guard.server.ts";

it("the document of the API is OpenAPI", async () => {
  const document = openapiDocument("https://tarishi.test");
  const result = await validate(structuredClone(document) as never);
  expect(result).toMatchObject({ valid: true });
  expect(Object.keys(document.paths as object).length).toBeGreaterThan(20);
});

it("every code that a call declares has a page, and no other code has one", () => {
  const declared = new Set([...commonCodes, ...calls.flatMap(ownCodesOf), "request.no_such_call"]);
  expect(Object.keys(catalogue).toSorted()).toEqual([...declared].toSorted());
});

it("the page of every error explains it in the reader's language, with code marked in pairs", async () => {
  const inEach = await Promise.all(
    locales.map((locale) => withLocale(locale, async () => documentation().errors)),
  );
  const textsOf = (error: { what: string; todo: string }) => [error.what, error.todo];
  const [english, ...others] = inEach.map((errors) => errors.flatMap(textsOf));
  for (const texts of others) expect(texts.filter((text, index) => text === english![index])).toEqual([]);
  const unpaired = inEach
    .flat()
    .flatMap(textsOf)
    .filter((text) => text.split("`").length % 2 === 0);
  expect(unpaired).toEqual([]);
});

it("a webhook goes only to the public internet, however its address is spelt", () => {
  const rules = { allowLoopback: false };
  for (const url of [
    "https://0177.0.0.1/",
    "https://0x7f.1/",
    "https://2130706433/",
    "https://user:pass@hooks.example.com/",
    "https://[::ffff:10.0.0.1]/",
    "https://[::1]/",
    "https://169.254.169.254/latest",
    "https://localhost/",
    "https://hooks.example.com:22/",
    "https://[3fff::1]/",
    "http://hooks.example.com/",
    "ftp://hooks.example.com/",
  ])
    expect(refusalOfUrl(url, rules), url).not.toBeNull();
  expect(refusalOfUrl("https://hooks.example.com/tarishi", rules)).toBeNull();
  expect(refusalOfUrl("https://hooks.example.com:8443/tarishi", rules)).toBeNull();
  expect(isForbidden("8.8.8.8", rules)).toBe(false);
  expect(isForbidden("::ffff:127.0.0.1", rules)).toBe(true);
  expect(isForbidden("100.64.1.1", rules)).toBe(true);
});

it("a host name with any non-public address is not called", async () => {
  const resolve = async () => [
    { address: "8.8.8.8", family: 4 },
    { address: "10.0.0.7", family: 4 },
  ];
  const lookup = new Promise<Error | null>((answer) =>
    guardedLookup({ allowLoopback: false }, resolve)("hooks.example.com", {}, answer),
  );
  expect((await lookup)?.message).toBe("hooks.example.com leads to 10.0.0.7, which is not public.");
});
