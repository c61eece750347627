import type { FieldType } from "#app/db/schema/contacts.ts";
import { fieldValueWords } from "#app/domain/contacts/fields/words.ts";
import { countOf } from "#app/platform/counts.ts";
import type { About, Condition, Conditions, Draft } from "./schemas.ts";

/** What conditions name, for reading; what is missing was deleted. */
export interface KnownNames {
  fields: Map<string, { name: string; type: FieldType; options: string[] }>;
  campaigns: Map<string, string>;
  segments: Map<string, { name: string }>;
  tags: Set<string>;
}

export const aboutLabels: Record<About, string> = {
  tag: "Tag",
  label: "Label of a conversation",
  field: "Field",
  consent: "Consent",
  created: "Added",
  last_seen: "Last seen",
  language: "Language",
  campaign: "Campaign",
  no_campaign: "No campaign lately",
  segment: "Segment",
};

export const consentLabels = { granted: "given", none: "not given", opted_out: "opted out" } as const;
export const languageLabels = { en: "English", sw: "Swahili", fr: "French", unknown: "not known" } as const;

export const outcomeLabels: Record<Extract<Condition, { about: "campaign" }>["op"], string> = {
  received: "was sent",
  not_received: "was not sent",
  delivered: "got delivered",
  read: "read",
  not_read: "got and did not read",
  replied: "replied to",
  not_replied: "got and did not reply to",
  failed: "did not get, as it failed,",
};

export const fieldOpLabels: Record<Extract<Condition, { about: "field" }>["op"], string> = {
  is: "is",
  is_not: "is not",
  contains: "contains",
  more: "is more than",
  less: "is less than",
  after: "is after",
  before: "is before",
  within: "in the last … days",
  in_next: "in the next … days",
  set: "has a value",
  not_set: "has no value",
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

const daysWords = (days: number) => countOf(days, "day");

export function conditionWords(one: Condition, known: KnownNames): ConditionWords {
  switch (one.about) {
    case "tag":
      return tagWords(one, known);
    case "label":
      return {
        text:
          one.op === "is"
            ? `Label of a conversation is ${one.value}`
            : `Label of a conversation is not ${one.value}`,
      };
    case "field":
      return fieldWords(one, known);
    case "consent":
      return {
        text:
          one.op === "is"
            ? `Consent is ${consentLabels[one.value]}`
            : `Consent is not ${consentLabels[one.value]}`,
      };
    case "created":
      return {
        text:
          one.op === "within"
            ? `Added within ${daysWords(one.value)}`
            : `Added more than ${daysWords(one.value)} ago`,
      };
    case "last_seen":
      return {
        text:
          one.op === "within"
            ? `Last seen within ${daysWords(one.value)}`
            : `Not seen within ${daysWords(one.value)}`,
      };
    case "language":
      return {
        text:
          one.op === "is"
            ? `Language is ${languageLabels[one.value]}`
            : `Language is not ${languageLabels[one.value]}`,
      };
    case "campaign":
      return named(`${capital(outcomeLabels[one.op])} campaign`, known.campaigns.get(one.of), "campaign");
    case "no_campaign":
      return { text: `Received no campaign within ${daysWords(one.value)}` };
    case "segment":
      return named(
        one.op === "is" ? "In segment" : "Not in segment",
        known.segments.get(one.of)?.name,
        "segment",
      );
  }
}

function tagWords({ op, value }: Extract<Condition, { about: "tag" }>, known: KnownNames): ConditionWords {
  const text = op === "is" ? `Tag is ${value}` : `Tag is not ${value}`;
  if (known.tags.has(value)) return { text };
  return {
    text,
    problem:
      op === "is"
        ? "nobody has this tag: nobody matches"
        : "nobody has this tag: everybody matches",
  };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const named = (text: string, name: string | undefined, noun: string): ConditionWords =>
  name === undefined
    ? { text: `${text} (deleted)`, problem: `this ${noun} was deleted: nobody matches` }
    : { text: `${text} “${name}”` };

function fieldWords(one: Extract<Condition, { about: "field" }>, known: KnownNames): ConditionWords {
  const field = known.fields.get(one.of);
  if (!field) return { text: "A field (deleted)", problem: "this field was deleted: nobody matches" };
  if (one.op === "set" || one.op === "not_set") return { text: `${field.name} ${fieldOpLabels[one.op]}` };
  if (one.op === "within") return { text: `${field.name} is in the last ${daysWords(Number(one.value))}` };
  if (one.op === "in_next") return { text: `${field.name} is in the next ${daysWords(Number(one.value))}` };
  const isGone =
    field.type === "choice" &&
    !field.options.some((option) => option.toLowerCase() === one.value.toLowerCase());
  return {
    text: `${field.name} ${fieldOpLabels[one.op]} ${fieldValueWords(field, one.value)}`,
    ...(isGone && { problem: "this option is no longer in the list" }),
  };
}

/** All of them in one sentence: "Tag is wholesale and last seen within 30 days". */
export function conditionsWords({ match, conditions }: Conditions, known: KnownNames): string {
  if (conditions.length === 0) return "Everybody";
  const each = conditions.map((one) => {
    const { text, problem } = conditionWords(one, known);
    return problem ? `${text} (${problem})` : text;
  });
  const inner = each.map((text, index) => (index === 0 ? text : lowered(text)));
  return inner.join(match === "all" ? " and " : " or ");
}

/** Within a sentence, but for names that begin it. */
const lowered = (text: string) =>
  /^(Tag|Label|Consent|Added|Last seen|Not seen|Language|Was |Got |Read |Replied |Did |Received|In segment|Not in)/.test(
    text,
  )
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;

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
