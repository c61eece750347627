import { contactsError } from "#app/domain/contacts/errors.ts";
import { readFieldValue } from "#app/domain/contacts/fields/words.ts";
import { notFound } from "#app/platform/errors.ts";
import { m } from "#messages";
import type { Known } from "./known.server.ts";
import type { Condition, Conditions } from "./schemas.ts";
import { fieldOpsOf } from "./words.ts";

/**
 * The conditions with field values as stored. Saved conditions refer only to objects of the organisation, or
 * to those in `before`. @throws DomainError `field.not_found`, `campaign.not_found`, `segment.not_found`,
 * `segment.bad_value`
 */
export function checkedConditions(given: Conditions, known: Known, before?: Conditions): Conditions {
  const kept = new Set(before?.conditions.map((one) => ("of" in one ? one.of : "")));
  return {
    ...given,
    conditions: given.conditions.map((one, index) => {
      if (one.about === "field")
        return known.fields.has(one.of) || !kept.has(one.of) ? checkedField(one, index, known) : one;
      if (one.about === "campaign" && !known.campaigns.has(one.of) && !kept.has(one.of))
        throw notFound("Campaign");
      if (one.about === "segment" && !known.segments.has(one.of)) throw notFound("Segment");
      return one;
    }),
  };
}

function checkedField(one: Extract<Condition, { about: "field" }>, index: number, known: Known): Condition {
  const field = known.fields.get(one.of);
  if (!field) throw notFound("Field");
  const bad = (said: string) =>
    contactsError("segment.bad_value", { values: { number: index + 1, said }, field: `value-${index}` });
  if (!fieldOpsOf[field.type].includes(one.op)) throw bad(m.errors_segment_comparison_required());
  if (one.op === "set" || one.op === "not_set") return { ...one, value: "" };
  if (one.value === "") throw bad(m.errors_segment_value_required());
  if (one.op === "within" || one.op === "in_next") {
    if (!/^[1-9]\d{0,3}$/.test(one.value)) throw bad(m.errors_segment_days_required());
    return one;
  }
  const read = readFieldValue(field, one.value);
  if (!read.ok) throw bad(read.problem);
  return { ...one, value: read.value };
}
