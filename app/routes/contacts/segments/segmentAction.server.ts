import { data } from "react-router";
import { type ApiClient, ApiError } from "#app/api/client.server.ts";
import {
  type Conditions,
  conditionsOf,
  type Draft,
  readDraft,
  segmentName,
} from "#app/domain/contacts/segments/schemas.ts";
import { readForm } from "#app/web/form.server.ts";

/** The posted segment form: not saved, because a row was added or removed, or there are errors. */
export interface SegmentAnswer {
  name: string;
  draft: Draft;
  nameProblem?: string;
  problems?: Map<number, string>;
  problem?: string;
  /** The matching contacts, once all conditions are complete. */
  found?: FoundContacts;
}

export interface FoundContacts {
  count: number;
  sentence: string;
  words: { text: string; problem?: string | undefined }[];
}

/** Saves the form when requested and valid; otherwise returns its state. */
export async function saveSegment(
  request: Request,
  api: ApiClient,
  save: (segment: { name: string; conditions: Conditions }) => Promise<Response>,
) {
  const form = await readForm(request);
  const draft = readDraft(form);
  const answer: SegmentAnswer = { name: String(form.get("name") ?? "").slice(0, 200), draft };
  const read = conditionsOf(draft);
  if (read.ok) answer.found = await api("GET /conditions", { conditions: JSON.stringify(read.conditions) });
  if (form.get("intent") !== "save" || form.has("remove")) return data(answer);
  const name = segmentName.safeParse(answer.name);
  if (!name.success) answer.nameProblem = name.error.issues[0]!.message;
  if (!read.ok) answer.problems = read.problems;
  if (!name.success || !read.ok) return data(answer, { status: 400 });
  try {
    return await save({ name: name.data, conditions: read.conditions });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data(refused(answer, error), { status: error.status === 429 ? 429 : 400 });
  }
}

function refused(answer: SegmentAnswer, error: ApiError): SegmentAnswer {
  const [field] = Object.entries(error.fields);
  const row = /^value-(\d+)$/.exec(field?.[0] ?? "")?.[1];
  if (field?.[0] === "name") return { ...answer, nameProblem: field[1] };
  if (row !== undefined) return { ...answer, problems: new Map([[Number(row), field![1]]]) };
  return { ...answer, problem: field?.[1] ?? error.message };
}
