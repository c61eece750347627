import { z } from "zod";
import type { Frame } from "./frames.ts";
import { FileRefused, refusalCodes } from "./refusal.ts";
import { maxSections, type TaskName, type Tasks } from "./tasks.ts";

const sections = z.object({
  sections: z.array(z.object({ title: z.string().max(300), text: z.string().max(2000) })).max(maxSections),
});
const nothing = z.object({});

/** Each task's result besides bytes. A process that read untrusted input is itself untrusted. */
const results = {
  document: sections,
  page: sections,
  workbook: nothing,
  checkPicture: nothing,
  drawPicture: z.object({ width: z.int().min(1).max(2000), height: z.int().min(1).max(2000) }),
} satisfies Record<TaskName, z.ZodType>;

const refused = z.object({
  refused: z.object({ code: z.enum(refusalCodes), value: z.number() }),
});

/** The validated response of a reading process. @throws FileRefused */
export function resultOf<Name extends TaskName>(task: Name, { head, body }: Frame): Tasks[Name]["result"] {
  const refusal = refused.safeParse(head);
  if (refusal.success) throw new FileRefused(refusal.data.refused.code, refusal.data.refused);
  const read = z.object({ result: results[task] as z.ZodType<object> }).safeParse(head);
  if (!read.success) throw new FileRefused("unreadable", { cause: read.error });
  return { ...read.data.result, body } as unknown as Tasks[Name]["result"];
}
