import { expect, it } from "vitest";
import { places, sourceFiles } from "#tests/structural/files.ts";
import { formatKes, formatRate } from "./money.ts";

it("formats an amount with a non-breaking space", () => {
  expect(formatKes(102_600)).toBe("KES\u00a01,026.00");
  expect(formatKes(-5000)).toBe("−KES\u00a050.00");
  expect(formatRate(1_295_025)).toBe("KES\u00a0129.5025");
});

it("amounts are formatted here only, except in the demo's chats and template samples", () => {
  const texts = sourceFiles(
    /^app\/(?!demo\/)(?!domain\/whatsapp\/templates\/(library|lint)\.ts$)(?!.*\.test\.ts$).*\.tsx?$/,
  ).map((file) => ({
    ...file,
    text: file.text.replace(/^\s*(\/?\*|\/\/).*$/gm, ""),
  }));
  expect(texts.flatMap((file) => places(file, /KES [$\d{]/))).toEqual([]);
});
