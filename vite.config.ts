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

/** The words of one language in the script of the browser; the server has all. */
function oneLanguage(locale: string): Plugin {
  return {
    name: "one-language",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId: (id) => (id === "#messages" ? `\0messages-${locale}` : null),
    load: (id) =>
      id === `\0messages-${locale}`
        ? `export * as m from ${JSON.stringify(path.resolve(`.messages/messages/${locale}.js`))};`
        : null,
  };
}

const locale = process.env.SCRIPT_LOCALE;

export default defineConfig({
  plugins: [tailwindcss(), ...(locale ? [oneLanguage(locale)] : []), reactRouter()],
  // The database of an ordinary user lies in the project's folder.
  server: { watch: { ignored: ["**/data/**", "**/build/**", "**/docs/**"] } },
  build: { assetsInlineLimit: 0, target: "es2022" },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [sharedPieces] } } } } },
  },
});
