import { componentsOf, draftVariables } from "./draft.ts";
import { type Warning, warningsOf } from "./lint.ts";
import { type DraftValues, draftOfValues, readValues, withRow } from "./values.ts";
import { type RenderedTemplate, renderTemplate, sampleValues } from "./variables.ts";

/** What a form shows of a draft while it is written. */
export interface DraftView {
  values: DraftValues;
  rendered: RenderedTemplate;
  /** What wants an example. */
  variables: { key: string; label: string }[];
  warnings: Warning[];
}

/** A posted form as it is shown again: with a row more or less, its preview, the rows for examples, and what reviewers often reject. */
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
