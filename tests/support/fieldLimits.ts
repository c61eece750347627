import { formatPaths } from "@conform-to/dom";
import { unstable_coerceFormValue as coerceFormValue, parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import type { Control, RenderedForm } from "./formControls.ts";

/** Longer than any text that a control could limit. */
const beyondLimits = 500_000;

/** What a browser sends; undefined for a box that is not ticked. */
function entriesOf({ controls, button }: RenderedForm): FormData {
  const form = new FormData();
  for (const { name, value } of controls) if (value !== undefined) form.append(name, value);
  if (button) form.append(button.name, button.value);
  return form;
}

/** The form with another value of a control, and of those that share its name. */
const withValue = (form: RenderedForm, { name }: Control, value: string | undefined): RenderedForm => ({
  ...form,
  controls: form.controls.map((control) => (control.name === name ? { ...control, value } : control)),
});

/** Whether a schema accepts the value of a form's field, whatever it says of the others. */
function accepts(schema: z.ZodType, form: RenderedForm, { name }: Control): boolean {
  const { payload } = parseWithZod(entriesOf(form), { schema });
  const { error } = coerceFormValue(schema).safeParse(payload);
  const names = (error?.issues ?? []).map(({ path }) => formatPaths(path as (string | number)[]));
  return !names.some((found) => found === name || found.startsWith(`${name}[`));
}

const isDigits = ({ attributes }: Control) => /^(numeric|decimal|tel)$/.test(attributes.inputmode ?? "");

/** A text of this length that a field of this kind may hold. */
function textOf(control: Control, length: number): string {
  if (control.type === "email") return `${"a".repeat(Math.max(1, length - 8))}@duka.ke`;
  if (control.type === "url") return "https://duka.ke/".padEnd(length, "a");
  if (control.type === "tel") return `0712345${" ".repeat(Math.max(0, length - 10))}678`;
  return (isDigits(control) ? "1" : "a").repeat(length);
}

const isText = ({ type }: Control) => /^(text|email|tel|url|password|search|textarea)$/.test(type);

/** The form with a text in each empty field that its schema wants, so that rules over several fields apply. */
function filledOf(schema: z.ZodType, form: RenderedForm): RenderedForm {
  let filled = form;
  for (const control of form.controls.filter((field) => isText(field) && field.value === "")) {
    if (accepts(schema, filled, control)) continue;
    const samples = [1, 2, 4, 10, 20, 40].map((length) =>
      withValue(filled, control, textOf(control, length)),
    );
    filled = samples.find((sample) => accepts(schema, sample, control)) ?? filled;
  }
  return filled;
}

/** The longest accepted text; Infinity without a limit, undefined for a field that holds no plain text. */
function longestOf(schema: z.ZodType, form: RenderedForm, control: Control): number | undefined {
  const fits = (length: number) =>
    accepts(schema, withValue(form, control, textOf(control, length)), control);
  if (fits(beyondLimits)) return Number.POSITIVE_INFINITY;
  let accepted = [1, 2, 4, 10, 20, 40].find(fits);
  if (accepted === undefined) return undefined;
  let refused = beyondLimits;
  while (refused - accepted > 1) {
    const middle = Math.floor((accepted + refused) / 2);
    if (fits(middle)) accepted = middle;
    else refused = middle;
  }
  return accepted;
}

/** A browser cuts a pasted text: the rest of an address or a password would be another one, so these may do without. */
const isNeverCut = ({ type }: Control) => /^(email|tel|url|password)$/.test(type);

function lengthDrift(schema: z.ZodType, form: RenderedForm, control: Control): string | undefined {
  const shown = Number(control.attributes.maxlength ?? Number.POSITIVE_INFINITY);
  const longest = longestOf(schema, form, control);
  if (longest === undefined || longest === shown) return undefined;
  if (isNeverCut(control) && shown === Number.POSITIVE_INFINITY) return undefined;
  // Digits are limited by their value. The control may only not cut a valid one.
  if (isDigits(control) && shown >= longest) return undefined;
  return `maxLength ${shown}, ${longest} in the schema`;
}

/** Whether a person can leave the control empty. A box with a value is one of several. */
const canBeEmpty = (control: Control) =>
  isText(control) ||
  control.isEmptiable ||
  (control.type === "checkbox" && (control.attributes.value ?? "on") === "on");

/** How the controls of a form differ from the schema that its action parses. */
export function driftsOf(schema: z.ZodType, form: RenderedForm): string[] {
  const filled = filledOf(schema, form);
  return form.controls
    .filter(({ type, attributes }) => type !== "hidden" && !("readonly" in attributes))
    .flatMap((control) => {
      const { name, type, attributes } = control;
      const empty = type === "checkbox" ? undefined : "";
      const isMarked = "required" in attributes || attributes["aria-required"] === "true";
      const isWanted = !accepts(schema, withValue(filled, control, empty), control);
      const drifts = [
        isMarked && !isWanted && "required, optional in the schema",
        isWanted && !isMarked && canBeEmpty(control) && "not marked, required in the schema",
        isText(control) && lengthDrift(schema, filled, control),
      ];
      return drifts.filter((drift) => typeof drift === "string").map((drift) => `${name}: ${drift}`);
    });
}
