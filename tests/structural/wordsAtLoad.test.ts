import { afterAll, expect, it, vi } from "vitest";
import { sourceFiles } from "./files.ts";

/** Components that run in a page only, and what starts on import. */
const notImportable = /\.test\.tsx?$|\.d\.ts$|\/modules\/|\.enhance\.ts$|\/(connectionBar|mappedStacks)\.ts$/;
const modules = sourceFiles(/^app\/(api|domain|platform|providers|routes|ui|web)\/.*\.tsx?$/).filter(
  ({ path }) => !notImportable.test(path),
);

afterAll(() => vi.resetModules());

/** The modules during whose first import someone asks which language to use. */
async function askingWhileLoading(paths: readonly string[]): Promise<string[]> {
  vi.resetModules();
  await import("#app/platform/locale/locale.server.ts");
  const { overwriteGetLocale } = await import("#messages/runtime");
  const asking = new Set<string>();
  let loading = "";
  overwriteGetLocale(() => {
    asking.add(loading);
    return "en";
  });
  for (const path of paths) {
    loading = path;
    await import(/* @vite-ignore */ `#${path}`);
  }
  return [...asking];
}

it("no message is resolved while a module loads: readers of other languages would get it too", async () => {
  expect(modules.length).toBeGreaterThan(1000);
  expect(await askingWhileLoading(modules.map(({ path }) => path))).toEqual([]);
});

it("the rule bites", async () => {
  vi.resetModules();
  const { overwriteGetLocale } = await import("#messages/runtime");
  const { m } = await import("#messages");
  const { passwordLabels } = await import("#app/platform/forms/passwordStrength.ts");
  let reads = 0;
  overwriteGetLocale(() => {
    reads += 1;
    return "en";
  });
  const late = m.checks_plain_required;
  expect([late, reads]).toEqual([late, 0]);
  expect([late(), passwordLabels()[0], reads]).toEqual(["Please fill in this field.", "Weak", 7]);
});
