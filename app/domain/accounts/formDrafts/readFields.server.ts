import type { Readable } from "node:stream";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { isSecretField } from "#app/platform/forms/secretFields.ts";

const limits = { fields: 1000, fieldNameSize: 100, fieldSize: 200_000, files: 20, parts: 1020 };
const maxTextBytes = 400_000;
/** With its files, which are skipped. */
const maxBodyBytes = 32 * 1024 * 1024;

export interface PostedFields {
  fields: [name: string, value: string][];
  hadFiles: boolean;
  /** The form token, which names the form's user. */
  token: string;
}

/** The fields of a posted form without its secrets and files; undefined when it is not one of ours. */
export async function readFields(body: Readable, contentType: string): Promise<PostedFields | undefined> {
  const read: PostedFields = { fields: [], hadFiles: false, token: "" };
  let textBytes = 0;
  let bodyBytes = 0;
  let isCut = false;
  try {
    const form = new Busboy({ headers: { "content-type": contentType }, limits });
    form.on("field", (name, value, isNameCut, isValueCut) => {
      textBytes += name.length + value.length;
      isCut ||= isNameCut || isValueCut;
      if (name === "csrf") read.token = value;
      else if (!isSecretField(name)) read.fields.push([name, value]);
    });
    form.on("file", (_, stream, fileName) => {
      read.hadFiles ||= Boolean(fileName);
      stream.resume();
    });
    for (const event of ["fieldsLimit", "partsLimit"] as const)
      form.on(event, () => {
        isCut = true;
      });
    const counted = new Writable({
      write(chunk: Buffer, _encoding, done) {
        bodyBytes += chunk.length;
        if (bodyBytes > maxBodyBytes || textBytes > maxTextBytes) done(new Error("larger than any form"));
        else if (form.write(chunk)) done();
        else form.once("drain", () => done());
      },
      final: (done) => {
        form.once("finish", () => done());
        form.end();
      },
    });
    form.once("error", (error: Error) => counted.destroy(error));
    await pipeline(body, counted);
  } catch {
    return undefined;
  }
  return isCut || textBytes > maxTextBytes ? undefined : read;
}
