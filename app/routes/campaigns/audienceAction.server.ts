import { data, href, redirect } from "react-router";
import { z } from "zod";
import { type ApiClient, ApiError, type CallOutput } from "#app/api/client.server.ts";
import {
  type Conditions,
  conditionsOf,
  type Draft,
  everyone,
  readDraft,
  storedConditions,
} from "#app/domain/contacts/segments/schemas.ts";
import { draftOf } from "#app/domain/contacts/segments/words.ts";
import { audienceKind, audienceTag, pastedNumbers } from "#app/domain/messaging/campaigns/schemas.ts";
import { formAction } from "#app/web/action.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/audience";

const emptyDraft: Draft = { match: "all", rows: [] };

const schema = z.object({
  kind: audienceKind,
  tag: audienceTag.optional(),
  numbers: pastedNumbers.optional(),
  consent: z.literal("on").optional(),
  intent: z.enum(["next", "skip-invalid", "count", "add"]).default("next"),
});

export type Counted = CallOutput<"POST /campaigns/:campaignId/audience/count">;
type Campaign = CallOutput<"GET /campaigns/:campaignId">;

/** The draft's audience and exclusions, as form fields. */
export interface Drafts {
  meant: Draft;
  not: Draft;
  problems?: { meant: Map<number, string>; not: Map<number, string> };
}

/** The conditions of a stored audience, as rows of fields. */
export function draftsOf(audience: Campaign["audience"]): Drafts {
  if (audience.kind !== "conditions") return { meant: emptyDraft, not: emptyDraft };
  return {
    meant: draftOf(storedConditions(audience.conditions)),
    not: draftOf(storedConditions(audience.exclude)),
  };
}

/** The current audience of a draft, counted as its start does. */
async function countOfStored(api: ApiClient, campaignId: string): Promise<Counted> {
  const { audience, price, messagePrice, category } = await api("POST /campaigns/:campaignId/quote", {
    campaignId,
  });
  return { audience, price, messagePrice, category, sentence: null };
}

/** The size of the stored audience; all contacts while none is chosen. */
export async function countOfDraft(api: ApiClient, { id, audience }: Campaign): Promise<Counted | null> {
  const none = { campaignId: id, consent: false, skipInvalid: true };
  if (audience.kind === "none") return countOf(api, { ...none, kind: "all" });
  if (audience.kind === "failed_of" || audience.kind === "follow_up") return countOfStored(api, id);
  if (audience.kind === "numbers")
    return countOf(api, { ...none, kind: "numbers", numbers: audience.numbers.join("\n") });
  return countOf(api, { ...none, ...(audience as { kind: "all" }) });
}

/** Null when the choice is not complete. */
async function countOf(
  api: ApiClient,
  choice: Parameters<typeof api<"POST /campaigns/:campaignId/audience/count">>[1],
): Promise<Counted | null> {
  try {
    return await api("POST /campaigns/:campaignId/audience/count", choice);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}

const problemsIn = (read: ReturnType<typeof conditionsOf>) =>
  read.ok ? new Map<number, string>() : read.problems;

const draftsIn = (form: FormData): Drafts => ({ meant: readDraft(form), not: readDraft(form, "not-") });

/** A row to remove is a button of its own. */
const asksOf = (form: FormData, intent: string) =>
  form.has("remove") || form.has("not-remove") ? "add" : intent;

/**
 * The response to the audience form: the next step, or the form again with the typed values, added or removed
 * conditions, and the audience's size. An audience that reaches no contact stops here.
 */
export const answerAudience = formAction(
  schema,
  async ({ value, submission, form, api }, { params: { campaignId } }: Route.ActionArgs) => {
    const drafts = draftsIn(form);
    const { kind, tag, numbers, consent, intent } = value;
    const asks = asksOf(form, intent);
    const meant = conditionsOf(drafts.meant);
    const not = conditionsOf(drafts.not);
    const byConditions: { conditions?: Conditions; exclude?: Conditions } =
      kind === "conditions"
        ? { conditions: meant.ok ? meant.conditions : everyone, exclude: not.ok ? not.conditions : everyone }
        : {};
    const isComplete = kind !== "conditions" || (meant.ok && not.ok);
    const choice = { campaignId, kind, tag, numbers, consent: consent === "on", ...byConditions };
    if (asks === "add" || asks === "count") {
      const counted = isComplete ? await countOf(api, { ...choice, skipInvalid: true }) : null;
      return data({ result: submission.reply(), drafts, counted, chosen: { kind, tag } });
    }
    if (!isComplete) {
      const problems = { meant: problemsIn(meant), not: problemsIn(not) };
      const result = submission.reply({ formErrors: [m.campaigns_complete_conditions()] });
      return data({ result, drafts: { ...drafts, problems } }, { status: 400 });
    }
    await api("PUT /campaigns/:campaignId/audience", { ...choice, skipInvalid: intent === "skip-invalid" });
    const stored = await countOfStored(api, campaignId);
    if (stored.audience.recipients > 0)
      return redirect(href("/messaging/campaigns/:campaignId/variables", { campaignId }));
    const result = submission.reply({ formErrors: [m.campaigns_reaches_no_one_error()] });
    return data({ result, drafts, counted: stored, chosen: { kind, tag } }, { status: 409 });
  },
  {
    refused: ({ answer, form }) => data({ ...answer.data, drafts: draftsIn(form) }, answer.init ?? undefined),
  },
);
