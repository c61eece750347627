import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DomainError } from "#app/platform/errors.ts";
import { saveUpload, type Upload, type UploadRules } from "./saveUpload.server.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "upload-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const refusal = (code: string) => () => new DomainError("invalid", code, code);
const rules: UploadRules = {
  takes: (field) => field === "file",
  ...{ maxFiles: 2, maxFileBytes: 100_000, maxBodyBytes: 400_000, maxFields: 5, maxFieldBytes: 100 },
  refusals: {
    missing: refusal("missing"),
    too_large: refusal("too_large"),
    incomplete: refusal("incomplete"),
  },
};

interface Part {
  field: string;
  name?: string;
  content: string;
}

const bodyOf = (parts: readonly Part[]) =>
  parts
    .map(
      ({ field, name, content }) =>
        `--x\r\ncontent-disposition: form-data; name="${field}"${name === undefined ? "" : `; filename="${name}"`}\r\n\r\n${content}\r\n`,
    )
    .join("");

/** The form in pieces, as sent over the network; cut: without its end. */
function sourceOf(parts: readonly Part[], { isCut = false, contentLength = 0 } = {}) {
  const text = Buffer.from(`${bodyOf(parts)}${isCut ? "" : "--x--\r\n"}`);
  const pieces = Array.from({ length: Math.ceil(text.length / 1000) }, (_, n) =>
    text.subarray(n * 1000, (n + 1) * 1000),
  );
  return { body: Readable.from(pieces), contentType: "multipart/form-data; boundary=x", contentLength };
}

const contentOf = ({ files }: Upload) => files.map((file) => readFileSync(file.path, "utf8"));

it("saves the files of a form under clean names, and reads its fields", async () => {
  const upload = await saveUpload(
    sourceOf([
      { field: "caption", content: "Bei mpya" },
      { field: "file", name: "", content: "" },
      { field: "file", name: "../prices\u202egpj.exe", content: "a".repeat(5000) },
      { field: "other", name: "b.csv", content: "b" },
      { field: "file", name: "c.csv", content: "c" },
      { field: "file", name: "third.csv", content: "d" },
    ]),
    folder,
    rules,
  );
  expect(upload.fields).toEqual([["caption", "Bei mpya"]]);
  expect(upload.files).toMatchObject([
    { field: "file", fileName: "pricesgpj.exe", bytes: 5000 },
    { field: "file", fileName: "c.csv", bytes: 1 },
  ]);
  expect(contentOf(upload)).toEqual(["a".repeat(5000), "c"]);
  expect(upload.files.every((file) => path.dirname(file.path) === folder)).toBe(true);
});

it("treats a body that is not a form as the file, when allowed", async () => {
  const source = { body: Readable.from([Buffer.from("phone\n")]), contentType: "text/csv", contentLength: 6 };
  const upload = await saveUpload(source, folder, { ...rules, takesBody: true });
  expect([upload.files[0]!.bytes, contentOf(upload)]).toEqual([6, ["phone\n"]]);
  await expect(saveUpload(source, folder, rules)).rejects.toMatchObject({ code: "missing" });
});

it("drops the rest of a file that is too large, and keeps the fields", async () => {
  const upload: Upload = { fields: [], files: [] };
  const parts = [
    { field: "file", name: "a.csv", content: "a".repeat(150_000) },
    { field: "tags", content: "duka" },
  ];
  await expect(saveUpload(sourceOf(parts), folder, rules, upload)).rejects.toMatchObject({
    code: "too_large",
  });
  expect([upload.fields, upload.files[0]!.bytes]).toEqual([[["tags", "duka"]], 150_000]);
  expect(contentOf(upload)[0]!.length).toBeLessThanOrEqual(100_000);
});

it("reads no more of a body than allowed, and nothing of one declared too long", async () => {
  let read = 0;
  const endless = () => ({
    contentType: "multipart/form-data; boundary=x",
    body: new Readable({
      read() {
        read += 1;
        const head = bodyOf([{ field: "file", name: "a.csv", content: "" }]).slice(0, -2);
        this.push(read === 1 ? head : Buffer.alloc(10_000, "a"));
      },
    }),
  });
  const refused = { code: "too_large" };
  await expect(saveUpload({ ...endless(), contentLength: 0 }, folder, rules)).rejects.toMatchObject(refused);
  expect(read).toBeLessThan(100);
  read = 0;
  await expect(saveUpload({ ...endless(), contentLength: 500_000 }, folder, rules)).rejects.toMatchObject(
    refused,
  );
  expect(read).toBe(0);
});

it("refuses a form that is cut off", async () => {
  const parts = [{ field: "file", name: "a.csv", content: "a".repeat(3000) }];
  await expect(saveUpload(sourceOf(parts, { isCut: true }), folder, rules)).rejects.toMatchObject({
    code: "incomplete",
  });
});
