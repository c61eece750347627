import { DomUtils, parseDocument } from "htmlparser2";

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** A field of a form as rendered. */
export interface Control {
  name: string;
  /** An input's type, `select` or `textarea`. */
  type: string;
  attributes: Readonly<Record<string, string>>;
  /** The value that a browser sends; undefined for an unchecked box. */
  value: string | undefined;
  /** A list with an empty option. */
  isEmptiable: boolean;
}

/** A form that writes, with the address it posts to. */
export interface RenderedForm {
  action: URL;
  controls: Control[];
  /** The button that the enter key presses. */
  button: { name: string; value: string } | undefined;
}

const isDisabled = (element: Element): boolean =>
  "disabled" in element.attribs ||
  (element.parent !== null && "attribs" in element.parent && isDisabled(element.parent));

const isWithin = (element: Element, form: Element): boolean =>
  element.parent === form ||
  (element.parent !== null && "attribs" in element.parent && isWithin(element.parent, form));

const isButton = ({ name, attribs }: Element) =>
  name === "button" ? (attribs.type ?? "submit") === "submit" : attribs.type === "submit";

const optionsOf = (select: Element) => DomUtils.getElementsByTagName("option", select);

function sentValueOf(element: Element): string | undefined {
  const { name, attribs } = element;
  if (name === "textarea") return DomUtils.textContent(element);
  if (name === "select") {
    const options = optionsOf(element);
    return (options.find((option) => "selected" in option.attribs) ?? options[0])?.attribs.value ?? "";
  }
  if (!/^(checkbox|radio)$/.test(attribs.type ?? "")) return attribs.value ?? "";
  return "checked" in attribs ? (attribs.value ?? "on") : undefined;
}

const controlOf = (element: Element): Control => ({
  name: element.attribs.name!,
  type: element.name === "input" ? (element.attribs.type ?? "text") : element.name,
  attributes: element.attribs,
  value: sentValueOf(element),
  isEmptiable: element.name === "select" && optionsOf(element).some(({ attribs }) => attribs.value === ""),
});

/** The forms of a page that write. */
export function formsIn(html: string, address: URL): RenderedForm[] {
  const page = parseDocument(html);
  const fields = DomUtils.getElementsByTagName(
    (name) => ["input", "select", "textarea", "button"].includes(name),
    page,
  );
  return DomUtils.getElementsByTagName("form", page)
    .filter(({ attribs }) => attribs.method?.toLowerCase() === "post")
    .map((form) => {
      const isOwn = (field: Element) =>
        field.attribs.form === undefined ? isWithin(field, form) : field.attribs.form === form.attribs.id;
      const own = fields.filter((field) => isOwn(field) && !isDisabled(field));
      const pressed = own.find(isButton)?.attribs;
      return {
        action: new URL(form.attribs.action ?? "", address),
        controls: own
          .filter((field) => field.name !== "button" && !isButton(field) && field.attribs.name)
          .map(controlOf),
        button: pressed?.name ? { name: pressed.name, value: pressed.value ?? "" } : undefined,
      };
    });
}
