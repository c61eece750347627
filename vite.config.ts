import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/**
 * The pieces and icons that many screens share lie in one file: a first visit asks for few files, not for thirty. What is
 * heavy and shown by some alone (pictures, charts, rules of passwords, questions before an act) stays out of it.
 */
const sharedPieces = {
  name: "pieces",
  test: /\/app\/(ui(?!\/(emptyArt|barChart|password|confirmPage|copyButton))|web|platform)\/|\/lucide-react\//,
  minShareCount: 3,
};

type Catalogue = Record<string, unknown>;

/** The texts of a language that stand in the sources as they are: no variables, no plurals, no markup. */
function plainTexts(locale: string): Map<string, string> {
  const texts = ["en", locale].flatMap((each) =>
    readdirSync(path.resolve("messages", each)).flatMap((name) =>
      Object.entries(JSON.parse(readFileSync(path.resolve("messages", each, name), "utf8")) as Catalogue),
    ),
  );
  return new Map(
    texts.flatMap(([key, text]) =>
      typeof text === "string" && !/[{}\\]/.test(text) ? [[key, text] as const] : [],
    ),
  );
}

/** The functions of a language, each as a module of its own, so that a screen loads those alone that it calls. */
function messageModules(locale: string): Map<string, string> {
  const compiled = readFileSync(path.resolve(`.messages/messages/${locale}.js`), "utf8");
  const registry = `import * as registry from ${JSON.stringify(path.resolve(".messages/registry.js"))};`;
  return new Map(
    compiled
      .split(/^(?=export const )/m)
      .flatMap((text) => [[/^export const (\w+)/.exec(text)?.[1] ?? "", `${registry}\n${text}`] as const])
      .filter(([key]) => key !== ""),
  );
}

/**
 * The words of one language in the script of the browser; the server has all. A text without variables stands where it
 * is used, as if it had been written there.
 */
function oneLanguage(locale: string): Plugin {
  const plain = plainTexts(locale);
  const modules = messageModules(locale);
  const mark = "\0messages:";
  const reexports = () =>
    [...modules.keys()].map((key) => `export { ${key} } from ${JSON.stringify(mark + key)};`).join("\n");
  return {
    name: "one-language",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    transform: (code, id) =>
      /\.tsx?(\?|$)/.test(id) && code.includes('from "#messages"')
        ? code.replace(/\bm\.(\w+)\(\)/g, (call, key: string) =>
            plain.has(key) ? JSON.stringify(plain.get(key)) : call,
          )
        : null,
    resolveId(id) {
      const found = id === "#messages" ? `${mark}#` : id;
      return found.startsWith(mark) ? { id: found, moduleSideEffects: false } : null;
    },
    load(id) {
      if (!id.startsWith(mark)) return null;
      const key = id.slice(mark.length);
      if (key === "#") return `export * as m from ${JSON.stringify(`${mark}*`)};`;
      return key === "*" ? reexports() : (modules.get(key) ?? null);
    },
  };
}

/** React Router's package names its development build alone; a browser gets the one without warnings for developers. */
const leanRouter: Plugin = {
  name: "lean-router",
  enforce: "pre",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  async resolveId(id, importer, options) {
    if (!/^react-router(\/dom)?$/.test(id)) return null;
    const found = await this.resolve(id, importer, { ...options, skipSelf: true });
    return found && { ...found, id: found.id.replace("/dist/development/", "/dist/production/") };
  },
};

/** Without the names of their sources: all of them stand in the list of routes that comes with the first visit. */
const shortNames = { entryFileNames: "assets/[hash].js", chunkFileNames: "assets/[hash].js" };

const locale = process.env.SCRIPT_LOCALE;

export default defineConfig({
  plugins: [tailwindcss(), leanRouter, ...(locale ? [oneLanguage(locale)] : []), reactRouter()],
  // The database of an ordinary user lies in the project's folder.
  server: { watch: { ignored: ["**/data/**", "**/build/**", "**/docs/**"] } },
  // The words' React piece is all that the server needs of its package, whose compiler is for development.
  ssr: { noExternal: ["@inlang/paraglide-js-react"] },
  build: { assetsInlineLimit: 0, target: "es2022" },
  environments: {
    client: {
      // By this name React Router's plugin finds it, and leaves the names of files to it.
      build: { rollupOptions: { output: { ...shortNames, codeSplitting: { groups: [sharedPieces] } } } },
    },
  },
});
