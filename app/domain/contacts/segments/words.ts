import type { FieldType } from "#app/db/schema/contacts/contacts.ts";
import { fieldValueWords } from "#app/domain/contacts/fields/words.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";
import type { About, Condition, Conditions, Draft } from "./schemas.ts";

/** The objects of conditions, for display; missing ones were deleted. */
export interface KnownNames {
  fields: Map<string, { name: string; type: FieldType; options: string[] }>;
  campaigns: Map<string, string>;
  segments: Map<string, { name: string }>;
  tags: Set<string>;
}

export const aboutLabels: Record<About, string> = lazy({
  tag: m.common_tag,
  label: m.contacts_about_label,
  field: m.contacts_field,
  consent: m.common_consent,
  created: m.contacts_about_created,
  last_seen: m.contacts_last_seen,
  language: m.common_language,
  campaign: m.common_campaign,
  no_campaign: m.contacts_about_no_campaign,
  segment: m.common_segment,
});

export const consentLabels = lazy({
  granted: m.contacts_consent_granted,
  none: m.contacts_consent_none,
  opted_out: m.contacts_consent_opted_out,
});
export const languageLabels = lazy({
  en: m.common_language_en,
  sw: m.common_language_sw,
  fr: m.common_language_fr,
  unknown: m.contacts_language_unknown,
});

export const outcomeLabels: Record<Extract<Condition, { about: "campaign" }>["op"], string> = lazy({
  received: m.contacts_outcome_received,
  not_received: m.contacts_outcome_not_received,
  delivered: m.contacts_outcome_delivered,
  read: m.contacts_outcome_read,
  not_read: m.contacts_outcome_not_read,
  replied: m.contacts_outcome_replied,
  not_replied: m.contacts_outcome_not_replied,
  failed: m.contacts_outcome_failed,
});

export const fieldOpLabels: Record<Extract<Condition, { about: "field" }>["op"], string> = lazy({
  is: m.common_operator_is,
  is_not: m.common_operator_is_not,
  contains: m.common_operator_contains,
  more: m.contacts_field_op_more,
  less: m.contacts_field_op_less,
  after: m.contacts_field_op_after,
  before: m.contacts_field_op_before,
  within: m.contacts_field_op_within,
  in_next: m.contacts_field_op_in_next,
  set: m.contacts_field_op_set,
  not_set: m.contacts_field_op_not_set,
});

/** The comparisons for a field's values. */
export const fieldOpsOf: Record<FieldType, (keyof typeof fieldOpLabels)[]> = {
  text: ["is", "is_not", "contains", "set", "not_set"],
  number: ["is", "is_not", "more", "less", "set", "not_set"],
  date: ["is", "is_not", "after", "before", "within", "in_next", "set", "not_set"],
  yes_no: ["is", "set", "not_set"],
  choice: ["is", "is_not", "set", "not_set"],
};

/** One condition for display, with its objects' current state. */
export interface ConditionWords {
  text: string;
  /** Why it matches no one, or everyone. */
  problem?: string;
}

const daysWords = (days: number) => counted(m.counts_days, days);

export function conditionWords(one: Condition, known: KnownNames): ConditionWords {
  switch (one.about) {
    case "tag":
      return tagWords(one, known);
    case "label":
      return {
        text:
          one.op === "is"
            ? m.contacts_segments_label_is({ oneValue: one.value })
            : m.contacts_segments_label_is_not({ oneValue: one.value }),
      };
    case "field":
      return fieldWords(one, known);
    case "consent":
      return {
        text:
          one.op === "is"
            ? m.contacts_segments_consent_is({ consent: consentLabels[one.value] })
            : m.contacts_segments_consent_is_not({ consent: consentLabels[one.value] }),
      };
    case "created":
    case "last_seen":
    case "no_campaign":
      return { text: agoWords(one) };
    case "language":
      return {
        text:
          one.op === "is"
            ? m.contacts_segments_language_is({ language: languageLabels[one.value] })
            : m.contacts_segments_language_is_not({ language: languageLabels[one.value] }),
      };
    case "campaign":
      return campaignWords(one, known);
    case "segment":
      return segmentWords(one, known);
  }
}

function agoWords(one: Extract<Condition, { about: "created" | "last_seen" | "no_campaign" }>): string {
  const oneValue = counted(m.counts_days, one.value);
  if (one.about === "no_campaign") return m.contacts_segments_no_campaign_within({ oneValue });
  const isWithin = one.op === "within";
  if (one.about === "created")
    return isWithin
      ? m.contacts_segments_added_within({ oneValue })
      : m.contacts_segments_added_before({ oneValue });
  return isWithin
    ? m.contacts_segments_seen_within({ oneValue })
    : m.contacts_segments_not_seen_within({ oneValue });
}

function tagWords({ op, value }: Extract<Condition, { about: "tag" }>, known: KnownNames): ConditionWords {
  const text =
    op === "is" ? m.contacts_segments_tag_is({ value }) : m.contacts_segments_tag_is_not({ value });
  if (known.tags.has(value)) return { text };
  return {
    text,
    problem:
      op === "is" ? m.contacts_segments_tag_unused_none_match() : m.contacts_segments_tag_unused_all_match(),
  };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function campaignWords(one: Extract<Condition, { about: "campaign" }>, known: KnownNames): ConditionWords {
  const outcome = capital(outcomeLabels[one.op]);
  const name = known.campaigns.get(one.of);
  if (name !== undefined) return { text: m.contacts_segments_outcome_of_campaign({ outcome, name }) };
  return {
    text: m.contacts_segments_campaign_deleted({ outcome }),
    problem: m.contacts_segments_campaign_problem(),
  };
}

function segmentWords(
  { op, of }: Extract<Condition, { about: "segment" }>,
  known: KnownNames,
): ConditionWords {
  const name = known.segments.get(of)?.name;
  if (name !== undefined)
    return {
      text:
        op === "is" ? m.contacts_segments_in_segment({ name }) : m.contacts_segments_not_in_segment({ name }),
    };
  return {
    text:
      op === "is" ? m.contacts_segments_in_deleted_segment() : m.contacts_segments_not_in_deleted_segment(),
    problem: m.contacts_segments_deleted_problem(),
  };
}

function fieldWords(one: Extract<Condition, { about: "field" }>, known: KnownNames): ConditionWords {
  const field = known.fields.get(one.of);
  if (!field)
    return {
      text: m.contacts_segments_field_deleted(),
      problem: m.contacts_segments_field_deleted_problem(),
    };
  if (one.op === "set" || one.op === "not_set") return { text: `${field.name} ${fieldOpLabels[one.op]}` };
  if (one.op === "within")
    return {
      text: m.contacts_segments_field_in_last({
        fieldName: field.name,
        oneValue: daysWords(Number(one.value)),
      }),
    };
  if (one.op === "in_next")
    return {
      text: m.contacts_segments_field_in_next({
        fieldName: field.name,
        oneValue: daysWords(Number(one.value)),
      }),
    };
  const isGone =
    field.type === "choice" &&
    !field.options.some((option) => option.toLowerCase() === one.value.toLowerCase());
  return {
    text: `${field.name} ${fieldOpLabels[one.op]} ${fieldValueWords(field, one.value)}`,
    ...(isGone && { problem: m.contacts_segments_option_deleted_problem() }),
  };
}

/** All of them in one sentence: "Tag is wholesale and last seen within 30 days". */
export function conditionsWords({ match, conditions }: Conditions, known: KnownNames): string {
  if (conditions.length === 0) return m.common_all_contacts();
  const inner = conditions.map((one, index) => {
    const { text, problem } = conditionWords(one, known);
    const within = index === 0 || one.about === "field" ? text : lowered(text);
    return problem ? `${within} (${problem})` : within;
  });
  return inner.join(` ${match === "all" ? m.contacts_segments_and() : m.contacts_segments_or()} `);
}

/** Within a sentence; a field starts with its own name. */
const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

export const draftOf = ({ match, conditions }: Conditions): Draft => ({
  match,
  rows: conditions.map((one) => ({
    about: one.about,
    of: "of" in one ? one.of : "",
    op: one.op,
    value: "value" in one ? String(one.value) : "",
  })),
});

/** The draft as a query of an address. */
export function draftQuery({ match, rows }: Draft): URLSearchParams {
  const query = new URLSearchParams({ match });
  for (const row of rows)
    for (const name of ["about", "of", "op", "value"] as const) query.append(name, row[name]);
  return query;
}
