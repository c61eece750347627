import path from "node:path";
import { describe, expect, it } from "vitest";
import { places, type SourceFile, sourceFiles, withoutComments } from "./files.ts";
import { ratchet } from "./ratchet.ts";

/** Modules that a screen may not import: it uses the API client only. */
function forbiddenImports(file: SourceFile): string[] {
  const imported = [...file.text.matchAll(/(?:from|import\()\s*["']([^"']+)["']/g)].map((match) => match[1]!);
  return imported
    .filter((name) => {
      const resolved = name.startsWith(".")
        ? path.posix.join(path.posix.dirname(file.path), name)
        : name.replace(/^#/, "");
      if (/^(drizzle-orm|pg|pg-boss)(\/|$)/.test(name)) return true;
      if (resolved.startsWith("app/domain/"))
        return !/^app\/domain\/(.+\/(schemas|words|fieldRules)|whatsapp\/templates\/(draft|problems|variables))\.ts$/.test(
          resolved,
        );
      return /^app\/(db|worker|providers)\//.test(resolved);
    })
    .map((name) => `${file.path} imports ${name}`);
}

describe("screens", () => {
  const screens = sourceFiles(/^app\/(routes|ui)\/.*(?<!\.test)\.tsx?$/);

  it("reach data through the API client, never through domain, database, jobs or providers", () => {
    expect(screens.length).toBeGreaterThan(5);
    expect(screens.flatMap(forbiddenImports)).toEqual([]);
  });

  it("are all in the table of contents", () => {
    const [table] = sourceFiles(/^app\/routes\.ts$/);
    const forgotten = screens
      .map((file) => file.path.replace(/^app\//, ""))
      // A component lies next to its screen, and has no loader or action.
      .filter((name) => name.startsWith("routes/") && !table!.text.includes(`"${name}"`))
      .filter((name) => isScreen(name));
    expect(forgotten).toEqual([]);
  });

  function isScreen(name: string): boolean {
    const file = screens.find((candidate) => candidate.path === `app/${name}`);
    return /export (default|(async )?function (loader|action)|const (loader|action))\b/.test(
      file?.text ?? "",
    );
  }

  it("the rule bites", () => {
    const wrong = (line: string) => forbiddenImports({ path: "app/routes/contacts/wrong.tsx", text: line });
    expect(wrong('import { eq } from "drizzle-orm";')).toHaveLength(1);
    expect(wrong('import { createContact } from "#app/domain/contacts/create.server.ts";')).toHaveLength(1);
    expect(wrong('import { connect } from "../../db/client.server.ts";')).toHaveLength(1);
    expect(wrong('const { contacts } = await import("#app/db/schema/contacts/contacts.ts");')).toHaveLength(
      1,
    );
    expect(wrong('import { contactName } from "#app/domain/contacts/schemas.ts";')).toHaveLength(0);
    expect(wrong('import { MEMBER_ROLES } from "#app/domain/organisations/members/words.ts";')).toHaveLength(
      0,
    );
  });
});

describe("configuration", () => {
  const environmentRead = /\bprocess\.env\b/;

  it("is read from the environment in one file", () => {
    const readers = sourceFiles(/^(app\/.*|server)\.tsx?$/).filter(
      (file) => file.path !== "app/platform/config/config.server.ts",
    );
    expect(
      readers.flatMap((file) => places({ ...file, text: withoutComments(file.text) }, environmentRead)),
    ).toEqual([]);
  });

  it("the rule bites", () => {
    expect(environmentRead.test("const port = process.env.PORT;")).toBe(true);
    expect(environmentRead.test(withoutComments("// process.env is read elsewhere"))).toBe(false);
  });
});

describe("forms", () => {
  const parsesForm = /\bparseForm\b/;
  const bareForm = /<form\b(?![^>]*\bmethod=["']get["'])[^>]*\bmethod=/i;

  it("that write come from app/ui/form.tsx, which adds the form token", () => {
    const others = sourceFiles(/^app\/.*\.tsx$/).filter((file) => file.path !== "app/ui/form.tsx");
    const wrong = others.flatMap((file) =>
      places(file, /<form\b[^>]*>/).filter(() => bareForm.test(lowerForms(file))),
    );
    expect(wrong).toEqual([]);
  });

  it("are read by app/web/form.server.ts, which limits their size", () => {
    const readers = sourceFiles(/^app\/(routes|web)\/.*\.tsx?$/).filter(
      (file) => !/^app\/web\/(form|csrf)\.server(\.test)?\.ts$/.test(file.path),
    );
    expect(readers.flatMap((file) => places(file, /\.formData\(|parseWithZod/))).toEqual([]);
  });

  it("are parsed by formAction, which keeps the typed values of a refused one", () => {
    const own = ["app/routes/templates/submission.server.ts"];
    const parsers = sourceFiles(/^app\/routes\/.*\.tsx?$/).filter(({ text }) => parsesForm.test(text));
    expect(
      ratchet(
        "forms parsed without formAction",
        own,
        parsers.map(({ path }) => path),
      ),
    ).toEqual([]);
  });

  /** Plain `<form>` elements only: `<Form>` is ours. */
  function lowerForms(file: SourceFile): string {
    return [...file.text.matchAll(/<form\b[^>]*>/g)].map((match) => match[0]).join("\n");
  }

  it("the rule bites", () => {
    expect(bareForm.test('<form className="wide" method="post">')).toBe(true);
    expect(bareForm.test('<form method={method} action="/x">')).toBe(true);
    expect(bareForm.test('<form role="search" method="get">')).toBe(false);
    expect(bareForm.test('<form action="/contacts">')).toBe(false);
    expect(parsesForm.test("const submission = parseForm(await readForm(request), schema);")).toBe(true);
  });
});
