import { type ApiClient, ApiError, type CallInput, type CallOutput } from "#app/api/client.server.ts";
import {
  type Conditions,
  conditionsOf,
  type Draft,
  everyone,
  readDraft,
  storedConditions,
} from "#app/domain/contacts/segments/schemas.ts";
import { draftOf } from "#app/domain/contacts/segments/words.ts";
import type { VariableRow } from "#app/domain/messaging/campaigns/schemas.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import { missingSender } from "./missingSender.server.ts";
import { type NoReach, reasonsOfNoReach } from "./noRecipients.server.ts";

type Composing = CallInput<"POST /campaigns/compose">;
export type AudienceChoice = NonNullable<Composing["audience"]>;
type ComposedByApi = CallOutput<"POST /campaigns/compose">;

/** The typed audience: its kind and choice, and its conditions as rows of fields. */
export interface TypedAudience {
  kind: string;
  tag: string;
  segmentId: string;
  numbers: string;
  meant: Draft;
  not: Draft;
  problems?: { meant: Map<number, string>; not: Map<number, string> };
}

/** What the form shows for what is typed. */
export type Composed = Omit<ComposedByApi, "draft"> & { audience: TypedAudience; noReach: NoReach[] };

/** The same with the reasons for an audience of no one. */
export const shownAs = ({ draft: _, ...composed }: ComposedByApi, audience: TypedAudience): Composed => ({
  ...composed,
  audience,
  noReach: reasonsOfNoReach(composed.counted?.audience, audience.kind),
});

const emptyDraft: Draft = { match: "all", rows: [] };
const nothing = { tag: "", segmentId: "", numbers: "", meant: emptyDraft, not: emptyDraft };

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** The audience as typed. A row to remove is a button of its own. */
export const audienceIn = (form: FormData): TypedAudience => ({
  kind: textIn(form, "kind") || "all",
  tag: textIn(form, "tag"),
  segmentId: textIn(form, "segmentId"),
  numbers: textIn(form, "numbers"),
  meant: readDraft(form),
  not: readDraft(form, "not-"),
});

/** The audience of a draft, as the form shows it. */
export function storedAudience(stored: NonNullable<ComposedByApi["draft"]>["audience"]): TypedAudience {
  switch (stored.kind) {
    case "none":
      return { ...nothing, kind: "all" };
    case "tag":
      return { ...nothing, kind: "tag", tag: stored.tag };
    case "numbers":
      return { ...nothing, kind: "numbers", numbers: stored.numbers.join("\n") };
    case "contacts":
    case "failed_of":
    case "follow_up":
      return { ...nothing, kind: "fixed" };
    case "conditions":
      return audienceByConditions(storedConditions(stored.conditions), storedConditions(stored.exclude));
    default:
      return { ...nothing, kind: stored.kind };
  }
}

/** One segment alone is chosen by its name. */
function audienceByConditions(conditions: Conditions, exclude: Conditions): TypedAudience {
  const [first, ...more] = conditions.conditions;
  if (first?.about === "segment" && first.op === "is" && more.length + exclude.conditions.length === 0)
    return { ...nothing, kind: "segment", segmentId: first.of };
  return { ...nothing, kind: "conditions", meant: draftOf(conditions), not: draftOf(exclude) };
}

/** The conditions of a segment. */
export const segmentDraft = (segmentId: string): Draft => ({
  match: "all",
  rows: [{ about: "segment", of: segmentId, op: "is", value: "" }],
});

const problemsIn = (read: ReturnType<typeof conditionsOf>) =>
  read.ok ? new Map<number, string>() : read.problems;

/**
 * The audience for the API; undefined when it comes from another campaign. `problems` are those of conditions that
 * are not complete.
 */
export function choiceOf(
  { kind, tag, numbers, segmentId, ...drafts }: TypedAudience,
  { consent, skipInvalid }: { consent: boolean; skipInvalid: boolean },
): { choice?: AudienceChoice; problems?: TypedAudience["problems"] } {
  const more = { consent, skipInvalid };
  if (kind === "fixed") return {};
  if (kind === "tag") return { choice: { kind, tag, ...more } };
  if (kind === "numbers") return { choice: { kind, numbers, ...more } };
  if (kind !== "conditions" && kind !== "segment") return { choice: { kind: "all", ...more } };
  const meant = conditionsOf(kind === "segment" ? segmentDraft(segmentId) : drafts.meant);
  const not = conditionsOf(kind === "segment" ? emptyDraft : drafts.not);
  const choice: AudienceChoice = {
    ...more,
    kind: "conditions",
    conditions: meant.ok ? meant.conditions : everyone,
    exclude: not.ok ? not.conditions : everyone,
  };
  if (meant.ok && not.ok) return { choice };
  return { choice, problems: { meant: problemsIn(meant), not: problemsIn(not) } };
}

/** The typed rows of variables. */
function rowsIn(form: FormData): VariableRow[] {
  const rows: VariableRow[] = [];
  for (let index = 0; form.has(`variables[${index}].key`); index++) {
    const text = (part: string) => textIn(form, `variables[${index}].${part}`);
    rows.push({ key: text("key"), source: text("source"), text: text("text").slice(0, 500) });
  }
  return rows;
}

/** The choices of the form; of a variable's value also the words, which are as many as there are fields. */
export async function loadChoices(api: ApiClient) {
  const { fields, ...choices } = await api("GET /campaigns/choices", {});
  const sources = [
    { value: "text", label: m.campaigns_same_text_for_everyone() },
    { value: "contact:name", label: m.campaigns_variables_contact_full_name() },
    { value: "contact:first_name", label: m.campaigns_variables_contact_first_name() },
    { value: "contact:phone", label: m.campaigns_variables_contact_phone_number() },
    ...fields.map((field) => ({
      value: `contact:fields.${field}`,
      label: m.campaigns_variables_contact_label({ field }),
    })),
    // Each recipient gets a unique short address.
    { value: "link", label: m.campaigns_variables_tracked_short_link() },
    { value: "payment:amount", label: m.requests_campaign_amount() },
    { value: "payment:number", label: m.requests_campaign_number() },
    { value: "payment:account", label: m.requests_campaign_account() },
  ];
  return { ...choices, sources };
}

/** A form without a draft. A template alone is chosen. */
export async function loadEmptyForm(api: ApiClient, chosen: string | null) {
  const choices = await orThrowPage(loadChoices(api));
  const [first, ...more] = choices.templates;
  const only = more.length === 0 ? (first?.id ?? "") : "";
  const templateId = choices.templates.find(({ id }) => id === chosen)?.id ?? only;
  const composed = await orThrowPage(api("POST /campaigns/compose", templateId === "" ? {} : { templateId }));
  return {
    choices,
    missing: missingSender(choices),
    composed: shownAs(composed, { ...nothing, kind: "all" }),
  };
}

/** What the form shows for what was posted. Undefined when the API refuses it: what was shown before stays. */
export async function composeTyped(
  api: ApiClient,
  form: FormData,
  { campaignId, isCounted }: { campaignId: string | undefined; isCounted: boolean },
): Promise<Composed | undefined> {
  const audience = audienceIn(form);
  const consent = form.get("consent") === "on";
  const { choice, problems } = choiceOf(audience, { consent, skipInvalid: true });
  try {
    const composed = await api("POST /campaigns/compose", {
      ...(campaignId && { campaignId }),
      ...(textIn(form, "templateId") && { templateId: textIn(form, "templateId") }),
      ...(choice && { audience: choice }),
      rows: rowsIn(form),
      isCounted,
    });
    return shownAs({ ...composed, counted: problems ? null : composed.counted }, audience);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined;
    throw error;
  }
}
