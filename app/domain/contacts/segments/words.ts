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
  tag: m.labels_tag,
  label: m.labels_label_of_a_conversation,
  field: m.labels_field,
  consent: m.labels_consent,
  created: m.labels_added,
  last_seen: m.labels_last_seen,
  language: m.labels_language,
  campaign: m.labels_campaign,
  no_campaign: m.labels_no_campaign_lately,
  segment: m.labels_segment,
});

export const consentLabels = lazy({
  granted: m.labels_given,
  none: m.labels_not_given,
  opted_out: m.labels_opted_out,
});
export const languageLabels = lazy({
  en: m.labels_english,
  sw: m.labels_swahili,
  fr: m.labels_french,
  unknown: m.labels_not_known,
});

export const outcomeLabels: Record<Extract<Condition, { about: "campaign" }>["op"], string> = lazy({
  received: m.labels_was_sent,
  not_received: m.labels_was_not_sent,
  delivered: m.labels_got_delivered,
  read: m.labels_read_2,
  not_read: m.labels_got_and_did_not_read,
  replied: m.labels_replied_to,
  not_replied: m.labels_got_and_did_not_reply_to,
  failed: m.labels_did_not_get_as_it_failed,
});

export const fieldOpLabels: Record<Extract<Condition, { about: "field" }>["op"], string> = lazy({
  is: m.labels_is,
  is_not: m.labels_is_not,
  contains: m.labels_contains,
  more: m.labels_is_more_than,
  less: m.labels_is_less_than,
  after: m.labels_is_after,
  before: m.labels_is_before,
  within: m.labels_in_the_last_days,
  in_next: m.labels_in_the_next_days,
  set: m.labels_has_a_value,
  not_set: m.labels_has_no_value,
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
            ? m.labels_label_of_a_conversation_is({ oneValue: one.value })
            : m.labels_label_of_a_conversation_is_not({ oneValue: one.value }),
      };
    case "field":
      return fieldWords(one, known);
    case "consent":
      return {
        text:
          one.op === "is"
            ? m.labels_consent_is({ consent: consentLabels[one.value] })
            : m.labels_consent_is_not({ consent: consentLabels[one.value] }),
      };
    case "created":
    case "last_seen":
    case "no_campaign":
      return { text: agoWords(one) };
    case "language":
      return {
        text:
          one.op === "is"
            ? m.labels_language_is({ language: languageLabels[one.value] })
            : m.labels_language_is_not({ language: languageLabels[one.value] }),
      };
    case "campaign":
      return campaignWords(one, known);
    case "segment":
      return segmentWords(one, known);
  }
}

function agoWords(one: Extract<Condition, { about: "created" | "last_seen" | "no_campaign" }>): string {
  const oneValue = counted(m.counts_days, one.value);
  if (one.about === "no_campaign") return m.labels_received_no_campaign_within({ oneValue });
  const isWithin = one.op === "within";
  if (one.about === "created")
    return isWithin ? m.labels_added_within({ oneValue }) : m.labels_added_more_than_ago({ oneValue });
  return isWithin ? m.labels_last_seen_within({ oneValue }) : m.labels_not_seen_within({ oneValue });
}

function tagWords({ op, value }: Extract<Condition, { about: "tag" }>, known: KnownNames): ConditionWords {
  const text = op === "is" ? m.labels_tag_is({ value }) : m.labels_tag_is_not({ value });
  if (known.tags.has(value)) return { text };
  return {
    text,
    problem:
      op === "is"
        ? m.labels_nobody_has_this_tag_nobody_matches()
        : m.labels_nobody_has_this_tag_everybody_matches(),
  };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function campaignWords(one: Extract<Condition, { about: "campaign" }>, known: KnownNames): ConditionWords {
  const outcome = capital(outcomeLabels[one.op]);
  const name = known.campaigns.get(one.of);
  if (name !== undefined) return { text: m.labels_outcome_of_campaign({ outcome, name }) };
  return {
    text: m.labels_outcome_of_deleted_campaign({ outcome }),
    problem: m.labels_this_campaign_was_deleted(),
  };
}

function segmentWords(
  { op, of }: Extract<Condition, { about: "segment" }>,
  known: KnownNames,
): ConditionWords {
  const name = known.segments.get(of)?.name;
  if (name !== undefined)
    return { text: op === "is" ? m.labels_in_segment({ name }) : m.labels_not_in_segment({ name }) };
  return {
    text: op === "is" ? m.labels_in_deleted_segment() : m.labels_not_in_deleted_segment(),
    problem: m.labels_this_segment_was_deleted(),
  };
}

function fieldWords(one: Extract<Condition, { about: "field" }>, known: KnownNames): ConditionWords {
  const field = known.fields.get(one.of);
  if (!field)
    return { text: m.labels_a_field_deleted(), problem: m.labels_this_field_was_deleted_nobody_matches() };
  if (one.op === "set" || one.op === "not_set") return { text: `${field.name} ${fieldOpLabels[one.op]}` };
  if (one.op === "within")
    return {
      text: m.labels_is_in_the_last({ fieldName: field.name, oneValue: daysWords(Number(one.value)) }),
    };
  if (one.op === "in_next")
    return {
      text: m.labels_is_in_the_next({ fieldName: field.name, oneValue: daysWords(Number(one.value)) }),
    };
  const isGone =
    field.type === "choice" &&
    !field.options.some((option) => option.toLowerCase() === one.value.toLowerCase());
  return {
    text: `${field.name} ${fieldOpLabels[one.op]} ${fieldValueWords(field, one.value)}`,
    ...(isGone && { problem: m.labels_this_option_is_no_longer_in() }),
  };
}

/** All of them in one sentence: "Tag is wholesale and last seen within 30 days". */
export function conditionsWords({ match, conditions }: Conditions, known: KnownNames): string {
  if (conditions.length === 0) return m.labels_everybody();
  const inner = conditions.map((one, index) => {
    const { text, problem } = conditionWords(one, known);
    const within = index === 0 || one.about === "field" ? text : lowered(text);
    return problem ? `${within} (${problem})` : within;
  });
  return inner.join(` ${match === "all" ? m.labels_and() : m.labels_or()} `);
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
