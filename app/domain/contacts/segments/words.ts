import type { FieldType } from "#app/db/schema/contacts.ts";
import { fieldValueWords } from "#app/domain/contacts/fields/words.ts";
import { counted } from "#app/platform/counts.ts";
import { m } from "#messages";
import type { About, Condition, Conditions, Draft } from "./schemas.ts";

/** What conditions name, for reading; what is missing was deleted. */
export interface KnownNames {
  fields: Map<string, { name: string; type: FieldType; options: string[] }>;
  campaigns: Map<string, string>;
  segments: Map<string, { name: string }>;
  tags: Set<string>;
}

export const aboutLabels: Record<About, string> = {
  get tag() {
    return m.labels_tag();
  },
  get label() {
    return m.labels_label_of_a_conversation();
  },
  get field() {
    return m.labels_field();
  },
  get consent() {
    return m.labels_consent();
  },
  get created() {
    return m.labels_added();
  },
  get last_seen() {
    return m.labels_last_seen();
  },
  get language() {
    return m.labels_language();
  },
  get campaign() {
    return m.labels_campaign();
  },
  get no_campaign() {
    return m.labels_no_campaign_lately();
  },
  get segment() {
    return m.labels_segment();
  },
};

export const consentLabels = {
  get granted() {
    return m.labels_given();
  },
  get none() {
    return m.labels_not_given();
  },
  get opted_out() {
    return m.labels_opted_out();
  },
} as const;
export const languageLabels = {
  get en() {
    return m.labels_english();
  },
  get sw() {
    return m.labels_swahili();
  },
  get fr() {
    return m.labels_french();
  },
  get unknown() {
    return m.labels_not_known();
  },
} as const;

export const outcomeLabels: Record<Extract<Condition, { about: "campaign" }>["op"], string> = {
  get received() {
    return m.labels_was_sent();
  },
  get not_received() {
    return m.labels_was_not_sent();
  },
  get delivered() {
    return m.labels_got_delivered();
  },
  get read() {
    return m.labels_read_2();
  },
  get not_read() {
    return m.labels_got_and_did_not_read();
  },
  get replied() {
    return m.labels_replied_to();
  },
  get not_replied() {
    return m.labels_got_and_did_not_reply_to();
  },
  get failed() {
    return m.labels_did_not_get_as_it_failed();
  },
};

export const fieldOpLabels: Record<Extract<Condition, { about: "field" }>["op"], string> = {
  get is() {
    return m.labels_is();
  },
  get is_not() {
    return m.labels_is_not();
  },
  get contains() {
    return m.labels_contains();
  },
  get more() {
    return m.labels_is_more_than();
  },
  get less() {
    return m.labels_is_less_than();
  },
  get after() {
    return m.labels_is_after();
  },
  get before() {
    return m.labels_is_before();
  },
  get within() {
    return m.labels_in_the_last_days();
  },
  get in_next() {
    return m.labels_in_the_next_days();
  },
  get set() {
    return m.labels_has_a_value();
  },
  get not_set() {
    return m.labels_has_no_value();
  },
};

/** How the values of a field can be compared. */
export const fieldOpsOf: Record<FieldType, (keyof typeof fieldOpLabels)[]> = {
  text: ["is", "is_not", "contains", "set", "not_set"],
  number: ["is", "is_not", "more", "less", "set", "not_set"],
  date: ["is", "is_not", "after", "before", "within", "in_next", "set", "not_set"],
  yes_no: ["is", "set", "not_set"],
  choice: ["is", "is_not", "set", "not_set"],
};

/** One condition for reading, with what became of what it names. */
export interface ConditionWords {
  text: string;
  /** Why it fits nobody, or everybody. */
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

/** Within a sentence; a field begins with its own name. */
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
