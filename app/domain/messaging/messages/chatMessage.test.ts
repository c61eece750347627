import { expect, test } from "vitest";
import type { TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import { readMessage } from "./chatMessage.ts";

const components: TemplateComponent[] = [
  { type: "HEADER", format: "TEXT", text: "For {{1}}" },
  { type: "BODY", text: "Hi {{1}}, your parcel leaves for {{2}}." },
  { type: "FOOTER", text: "Duka Letu" },
];
const read = (variables: Record<string, string> | null) =>
  readMessage({ type: "template", body: null, variables, components });

test("a template is shown with its values", () => {
  const shown = read({ "header:1": "Amina", "1": "Amina", "2": "{{3}}" });
  expect(shown.header).toBe("For Amina");
  expect(shown.content).toBe("Hi Amina, your parcel leaves for {{3}}.");
});

test.each([{}, null])("after its values were deleted (%o), a mark stands in each place", (variables) => {
  expect(read(variables)).toMatchObject({
    header: "For …",
    content: "Hi …, your parcel leaves for ….",
    footer: "Duka Letu",
  });
});
