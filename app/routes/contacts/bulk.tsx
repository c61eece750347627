import { href, redirect } from "react-router";
import { bulkChange, isPastDay } from "#app/domain/contacts/bulk/schemas.ts";
import { safePath } from "#app/platform/http/safePath.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { ConfirmForm } from "#app/ui/confirmPage.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/bulk";
import { ChooseAct, ChooseSequence, FillIn } from "./bulkChoose.tsx";
import { bulkActs, bulkWords } from "./bulkWords.ts";
import { addressQuery } from "./filters.ts";
import { callQuery, readFilters } from "./readFilters.server.ts";

export const meta: Route.MetaFunction = () => [{ title: m.contacts_bulk_edit_contacts() }];

/** The address names the contacts and, from the second step on, the action. */
function readStep(request: Request) {
  const query = new URL(request.url).searchParams;
  const filters = readFilters(query);
  const chosen = query.get("which") === "chosen" ? query.getAll("id").slice(0, 200) : [];
  const change = bulkChange.safeParse({
    act: query.get("act") ?? undefined,
    ofTag: query.get("ofTag") ?? "",
    fieldId: query.get("fieldId") ?? "",
    value: query.get("newValue") ?? "",
    consentSource: query.get("consentSource") ?? "",
    consentWording: query.get("consentWording") ?? "",
    consentDate: query.get("consentDate") ?? "",
  });
  return { query, filters, chosen, isChosen: query.get("which") === "chosen", change };
}

type Change = typeof bulkChange._output;

/** Missing fields of a change. */
function missing({ act, ofTag, fieldId, ...consent }: Change): { id: string; text: string } | undefined {
  if ((act === "add_tag" || act === "remove_tag") && ofTag === "")
    return { id: "ofTag", text: m.contacts_bulk_enter_tag_text() };
  if (act === "set_field" && fieldId === "")
    return { id: "fieldId", text: m.contacts_bulk_choose_field_text() };
  if (act !== "record_consent") return undefined;
  if (consent.consentSource === "") return { id: "consentSource", text: m.errors_contact_bulk_no_source() };
  if (consent.consentWording === "")
    return { id: "consentWording", text: m.errors_contact_bulk_no_wording() };
  if (!isPastDay(consent.consentDate, dayOf(new Date())))
    return { id: "consentDate", text: m.errors_contact_bulk_bad_date() };
  return undefined;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = pageApi(context);
  const { query, filters, chosen, isChosen, change } = readStep(request);
  const back = backOf(query, filters);
  if (isChosen && chosen.length === 0) throw redirect(back);
  const audience = enrolmentAudienceOf(filters, chosen);
  const isEnrolling = query.get("act") === "enrol" && audience !== null;
  const sequenceId = query.get("sequenceId") ?? "";
  if (isEnrolling && sequenceId !== "")
    throw redirect(`${href("/sequences/:sequenceId/enrol", { sequenceId })}?${audience}`);
  const [{ count }, { fields }] = await Promise.all([
    api("GET /contacts/bulk", { ...callQuery(filters), chosen: chosen.join(",") }),
    api("GET /fields", {}),
  ]);
  const act = bulkActs.find((one) => one === query.get("act")) ?? null;
  // The fields of the action are in the address once they were shown.
  const isFilled = act !== null && bulkWords[act].fields.every((name) => query.has(name));
  const problem = isFilled && change.success ? missing(change.data) : undefined;
  const isReady = isFilled && change.success && !problem;
  const carried = [...query].filter(([name]) => !typedNames.includes(name));
  return {
    count,
    fields,
    back,
    mayEnrol: audience !== null && may(context.get(userContext), "campaigns.manage"),
    sequences: isEnrolling ? (await api("GET /sequences", {})).sequences : null,
    act,
    carried,
    problem,
    typed: typedOf(query),
    change: isReady ? change.data : null,
  };
}

/** The selected contacts as the audience of a sequence; null where a tag or a segment alone does not say it. */
function enrolmentAudienceOf(
  filters: ReturnType<typeof readFilters>,
  chosen: string[],
): URLSearchParams | null {
  if (chosen.length > 0) return new URLSearchParams({ to: "chosen", chosen: chosen.join(",") });
  const { search, tag, consent, segment, draft } = filters;
  if (search || consent || draft.rows.length > 0 || (tag && segment)) return null;
  if (tag) return new URLSearchParams({ to: "tag", tag });
  return new URLSearchParams(segment ? { to: "segment", segmentId: segment } : { to: "all" });
}

/** Where to return afterwards: the page before, else the list. */
const backOf = (query: URLSearchParams, filters: ReturnType<typeof readFilters>) =>
  safePath(query.get("from"), `${href("/contacts")}?${addressQuery(filters)}`);

const typedNames = ["act", ...new Set(bulkActs.flatMap((act): string[] => [...bulkWords[act].fields]))];

const typedOf = (query: URLSearchParams) => ({
  consentSource: query.get("consentSource") ?? "",
  consentWording: query.get("consentWording") ?? "",
  consentDate: query.get("consentDate") ?? "",
  ofTag: query.get("ofTag") ?? "",
  fieldId: query.get("fieldId") ?? "",
  newValue: query.get("newValue") ?? "",
});

export const action = formAction(noFields, async ({ api, request }) => {
  const { query, filters, chosen, isChosen, change } = readStep(request);
  const back = backOf(query, filters);
  if (!change.success || (isChosen && chosen.length === 0)) return redirect(back);
  const { count, left, isQueued } = await api("POST /contacts/bulk", {
    ...callQuery(filters),
    chosen: chosen.join(","),
    ...change.data,
  });
  return done(
    change.data.act === "delete" ? href("/contacts") : back,
    isQueued
      ? m.contacts_bulk_queued_done({
          contacts: counted(m.counts_contacts, count),
        })
      : doneWords(change.data.act, count, left),
  );
});

const doneWords = (act: Change["act"], count: number, left: number): string =>
  act === "record_consent"
    ? m.contacts_bulk_consent_recorded({
        contacts: counted(m.counts_contacts, count),
        left: counted(m.counts_contacts, left),
      })
    : m.contacts_bulk_updated({ contacts: counted(m.counts_contacts, count) });

export default function Bulk({ loaderData, actionData }: Route.ComponentProps) {
  const { count, fields, back, act, change, sequences, mayEnrol } = loaderData;
  const contacts = counted(m.counts_contacts, count);
  const field = fields.find(({ id }) => id === change?.fieldId);
  return (
    <>
      <PageHeader title={m.contacts_bulk_edit_contacts()} description={m.contacts_bulk_lead({ contacts })} />
      <Card className="max-w-2xl">
        {change ? (
          <ConfirmForm
            answer={actionData}
            confirm={{
              label: bulkWords[change.act].button(contacts),
              harmless: !bulkWords[change.act].isDanger,
            }}
            keep={{ label: m.common_cancel(), to: back }}
          >
            <p className="wrap-anywhere">{bulkWords[change.act].asks(contacts, change, field?.name ?? "")}</p>
          </ConfirmForm>
        ) : sequences ? (
          <ChooseSequence {...loaderData} sequences={sequences} />
        ) : act ? (
          <FillIn {...loaderData} act={act} />
        ) : (
          <ChooseAct contacts={contacts} mayEnrol={mayEnrol} />
        )}
      </Card>
    </>
  );
}
