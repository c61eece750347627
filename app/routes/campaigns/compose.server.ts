import { data, href, type RouterContextProvider, redirect } from "react-router";
import { z } from "zod";
import type { ApiClient, CallInput } from "#app/api/client.server.ts";
import {
  audienceTag,
  campaignName,
  linkTarget,
  pastedNumbers,
  phoneNumberId,
  sourcesOf,
  templateId,
  variableRow,
} from "#app/domain/messaging/campaigns/schemas.ts";
import { formKey } from "#app/platform/forms/formKey.ts";
import { addressQuery } from "#app/routes/contacts/filters.ts";
import { done, failed, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import { audienceIn, choiceOf, composeTyped, segmentDraft, type TypedAudience } from "./composed.server.ts";
import { checkTime, timeFields, timeOf } from "./sendingTime.ts";

const openRow = variableRow.extend({ text: variableRow.shape.text.optional() });

function requireTarget({ source, text }: z.output<typeof openRow>, check: z.RefinementCtx): void {
  const target = source === "link" && text ? linkTarget.safeParse(text) : undefined;
  for (const { message } of target?.error?.issues ?? [])
    check.addIssue({ code: "custom", path: ["text"], message });
}

/** Only a part of a payment needs no text. */
function requireText({ source, text }: z.output<typeof variableRow>, check: z.RefinementCtx): void {
  if (text === "" && !source.startsWith("payment:"))
    check.addIssue({ code: "custom", path: ["text"], message: m.checks_campaign_variable_required() });
}

/** Pages that mend an audience of no one. The draft is saved first. */
const remedies = ["record-consent", "opted-out", "phones", "import", "new-contact"] as const;
export type Remedy = (typeof remedies)[number];
const isRemedy = (intent: string): intent is Remedy => remedies.some((remedy) => remedy === intent);

const parts = z.object({
  name: campaignName,
  templateId,
  phoneNumberId,
  kind: z.enum(["all", "tag", "segment", "conditions", "numbers", "fixed"], {
    error: () => m.checks_campaign_audience_required(),
  }),
  tag: audienceTag.optional(),
  segmentId: z.string().max(64).optional(),
  numbers: pastedNumbers.optional(),
  consent: z.literal("on").optional(),
  key: formKey.optional(),
  ...timeFields,
});
const ready = parts
  .extend({
    intent: z.enum(["review", "skip-invalid"]),
    variables: z.array(variableRow.superRefine(requireTarget).superRefine(requireText)).max(60).default([]),
  })
  .superRefine(checkTime);
/** Saved to be continued: variables may be empty. */
const unfinished = parts
  .extend({
    intent: z.enum(["save", ...remedies]),
    variables: z.array(openRow.superRefine(requireTarget)).max(60).default([]),
  })
  .superRefine(checkTime);
/** The form shows what follows from what is typed. Nothing is saved or refused. */
const update = z.object({ intent: z.enum(["choose", "count", "preview", "add"]) });
const schema = z.discriminatedUnion("intent", [ready, unfinished, update]);

export type SavedParts = Omit<CallInput<"POST /campaigns">, "kind" | "key"> & { key: string | undefined };
interface Args {
  request: Request;
  params: { campaignId?: string | undefined };
  context: Readonly<RouterContextProvider>;
}

/**
 * The action of a campaign's form. `save` stores the draft. A complete one is reviewed next, unless it would reach no
 * one; then the form says why. A refused form is shown with everything typed.
 */
export const composeAction = (
  kind: "campaign" | "broadcast",
  save: (api: ApiClient, parts: SavedParts, campaignId: string) => Promise<{ campaignId: string }>,
) =>
  formAction(
    schema,
    async ({ value, submission, form, api }, { params: { campaignId } }: Args) => {
      if (isUpdate(value)) {
        const isCounted = value.intent !== "preview";
        const composed = await composeTyped(api, form, { campaignId, isCounted });
        return data({ result: submission.reply(), composed });
      }
      const audience = audienceIn(form);
      const { choice, problems } = choiceOf(audience, {
        consent: value.consent === "on",
        skipInvalid: value.intent === "skip-invalid",
      });
      if (problems) {
        const result = submission.reply(incompleteAudience(audience));
        const composed = await composeTyped(api, form, { campaignId, isCounted: true });
        const shown = composed && { ...composed, audience: { ...audience, problems } };
        return data({ result, composed: shown }, { status: 400 });
      }
      const parts = { ...partsOf(value), ...(choice && { audience: choice }) };
      const saved = await save(api, parts, campaignId ?? "");
      return afterSaving(api, saved.campaignId, { intent: value.intent, kind, audience });
    },
    {
      refused: async ({ answer, form }, { context, params: { campaignId } }) => {
        const api = context.get(apiContext);
        const composed = await composeTyped(api, form, { campaignId, isCounted: true });
        return data({ ...answer.data, composed }, answer.init ?? undefined);
      },
    },
  );

type Complete = z.output<typeof ready> | z.output<typeof unfinished>;
const isUpdate = (value: z.output<typeof schema>): value is z.output<typeof update> =>
  !("templateId" in value);

/** The parts of the draft but its audience. */
const partsOf = (value: Complete): SavedParts => ({
  ...{ name: value.name, templateId: value.templateId, phoneNumberId: value.phoneNumberId },
  variables: sourcesOf(value.variables.flatMap(({ text, ...row }) => (text ? [{ ...row, text }] : []))),
  isUnfinished: value.intent !== "review" && value.intent !== "skip-invalid",
  ...timeOf(value),
  key: value.key,
});

const incompleteAudience = ({ kind }: TypedAudience) =>
  kind === "segment"
    ? { fieldErrors: { segmentId: [m.campaigns_audience_choose_segment()] } }
    : { formErrors: [m.campaigns_complete_conditions()] };

async function afterSaving(
  api: ApiClient,
  campaignId: string,
  { intent, kind, audience }: { intent: string; kind: string; audience: TypedAudience },
) {
  const edit = href("/messaging/campaigns/:campaignId/edit", { campaignId });
  if (isRemedy(intent)) return redirect(remedyPath(intent, edit, audience));
  if (intent === "save") {
    const list = kind === "broadcast" ? href("/messaging/broadcasts") : href("/messaging");
    return done(list, m.campaigns_draft_saved_done());
  }
  const { audience: counts } = await api("POST /campaigns/:campaignId/quote", { campaignId });
  return counts.recipients === 0
    ? failed(`${edit}#no-recipients`, m.campaigns_reaches_no_one_error())
    : redirect(href("/messaging/campaigns/:campaignId/review", { campaignId }));
}

/** The contacts of an audience; pasted numbers are not looked up. */
function contactsQuery(audience: TypedAudience, consent: "none" | "opted_out" | ""): URLSearchParams {
  const { kind, tag, segmentId, meant } = audience;
  const none = { match: "all" as const, rows: [] };
  const draft = kind === "conditions" ? meant : kind === "segment" ? segmentDraft(segmentId) : none;
  return addressQuery({ search: "", segment: "", tag: kind === "tag" ? tag : "", consent, draft });
}

function remedyPath(remedy: Remedy, edit: string, audience: TypedAudience): string {
  const query = (consent: "none" | "opted_out" | "", more: Record<string, string> = {}) => {
    const found = contactsQuery(audience, consent);
    for (const [name, value] of Object.entries(more)) found.set(name, value);
    return found;
  };
  switch (remedy) {
    case "record-consent":
      return `${href("/contacts/bulk")}?${query("none", { act: "record_consent", from: edit })}`;
    case "opted-out":
      return `${href("/contacts")}?${query("opted_out")}`;
    case "phones":
      return `${href("/contacts")}?${query("")}`;
    case "import":
      return href("/contacts/import");
    case "new-contact":
      return href("/contacts/new");
  }
}
