import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { drawSprite, iconNames, spriteFile } from "../../scripts/icons.mjs";
import { sourceFiles } from "./files.ts";

it("the icon sprite is what scripts/icons.mjs generates", async () => {
  expect(readFileSync(spriteFile, "utf8")).toBe(await drawSprite());
});

it("each icon is used by a screen", () => {
  const screens = sourceFiles(/^app\/(?!ui\/icon\.tsx).*\.tsx?$/);
  const unused = iconNames().filter((name) => !screens.some(({ text }) => text.includes(`"${name}"`)));
  expect(unused).toEqual([]);
});
