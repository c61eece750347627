import { buttonKinds, cardButtonKinds } from "#app/domain/whatsapp/templates/words.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { m } from "#messages";
import type { FormView } from "./submission.server.ts";
import type { ErrorOf } from "./templateForm.tsx";

type Row = FormView["values"]["buttons"][number];

/** The buttons of a message or of a card; the form's response adds and removes rows. */
export function ButtonRows({
  list,
  buttons,
  errorOf,
  most,
  intent,
  card,
}: {
  list: string;
  buttons: readonly Row[];
  errorOf: ErrorOf;
  most: number;
  /** `Button` or `CardButton`, as in the form's response. */
  intent: string;
  /** Their card's number, from 0. */
  card?: number;
}) {
  const at = card === undefined ? "" : `:${card}`;
  return (
    <>
      {buttons.map((button, index) => (
        <ButtonRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name; all are rendered again when one is added or removed.
          key={index}
          name={`${list}[${index}]`}
          label={
            card === undefined
              ? m.templates_button({ index: index + 1 })
              : m.templates_button_rows_button_of_card({ index: index + 1, card: card + 1 })
          }
          kinds={card === undefined ? buttonKinds : cardButtonKinds}
          button={button}
          errorOf={errorOf}
          remove={`remove${intent}${at}:${index}`}
        />
      ))}
      {buttons.length < most && (
        <Button variant="secondary" className="mt-2" name="change" value={`add${intent}${at}`} formNoValidate>
          <Icon name="plus" size={18} />{" "}
          {card === undefined
            ? m.templates_button_rows_add_button()
            : m.templates_button_rows_add_button_to_card({ card: card + 1 })}
        </Button>
      )}
    </>
  );
}

function ButtonRow({
  name,
  label,
  kinds,
  button,
  errorOf,
  remove,
}: {
  name: string;
  label: string;
  kinds: Record<string, string>;
  button: Row;
  errorOf: ErrorOf;
  remove: string;
}) {
  return (
    <div className="group/row mb-2 grid gap-x-3 rounded-control border border-line p-3 sm:grid-cols-2">
      <SelectField
        label={label}
        name={`${name}.kind`}
        defaultValue={button.kind}
        error={errorOf(`${name}.kind`)}
        options={Object.entries(kinds).map(([value, text]) => ({ value, label: text }))}
      />
      <Field
        label={m.templates_button_rows_button_text()}
        name={`${name}.text`}
        defaultValue={button.text}
        error={errorOf(`${name}.text`)}
        maxLength={25}
        className="group-has-[option[value=COPY\_CODE]:checked]/row:hidden"
      />
      <Field
        label={m.templates_button_rows_value_label()}
        name={`${name}.value`}
        defaultValue={button.value}
        error={errorOf(`${name}.value`)}
        hint={m.templates_button_rows_example_of_button()}
        maxLength={2500}
        className="group-has-[option[value=QUICK\_REPLY]:checked]/row:hidden sm:col-span-2"
      />
      <div className="sm:col-span-2">
        <Button variant="danger-quiet" name="change" value={remove} formNoValidate>
          <Icon name="trash" size={18} />{" "}
          {m.templates_button_rows_remove_button({ charAt: inSentence(label) })}
        </Button>
      </div>
    </div>
  );
}
