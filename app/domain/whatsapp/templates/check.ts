import { componentsOf, draftVariables } from "./draft.ts";
import { type Warning, warningsOf } from "./lint.ts";
import { type DraftValues, draftOfValues, readValues, withRow } from "./values.ts";
import { type RenderedTemplate, renderTemplate, sampleValues } from "./variables.ts";

/** A draft as its form shows it while it is written. */
export interface DraftView {
  values: DraftValues;
  rendered: RenderedTemplate;
  /** Variables that need an example. */
  variables: { key: string; label: string }[];
  warnings: Warning[];
}

/**
 * A posted form for display: with a row added or removed, its preview, the fields for examples, and frequent
 * reasons of rejection.
 */
export function viewDraft({
  posted,
  change = "",
}: {
  posted: unknown;
  change?: string | undefined;
}): DraftView {
  const values = withRow(readValues(posted), change);
  const draft = draftOfValues(values);
  const components = componentsOf(draft);
  const isCode = draft.category === "AUTHENTICATION";
  return {
    values,
    rendered: renderTemplate(components, sampleValues(components)),
    variables: isCode ? [] : draftVariables(draft).map(({ key, label }) => ({ key, label })),
    warnings: draft.body === "" && !isCode ? [] : warningsOf(draft),
  };
}
