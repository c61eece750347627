import { expect, it } from "vitest";
import { inboundMediaOf } from "./inboundMedia.ts";

const place = { orgId: "org_1", phoneNumberId: "1", messageId: "msg_1", at: new Date(0) } as never;
const nameOf = (filename?: string) =>
  inboundMediaOf(place, { type: "document", document: { id: "m1", filename } } as never)!.fileName;

it("a customer's document keeps its name, without what hides its ending", () => {
  expect(nameOf("receipt.pdf")).toBe("receipt.pdf");
  expect(nameOf("../photo\u202egpj.exe")).toBe("photogpj.exe");
  expect([nameOf("\u202e"), nameOf()]).toEqual([null, null]);
});
