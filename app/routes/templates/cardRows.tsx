import { templateLimits } from "#app/domain/whatsapp/templates/fieldRules.ts";
import { cardFormats } from "#app/domain/whatsapp/templates/words.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextareaField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { m } from "#messages";
import { ButtonRows } from "./buttonRows.tsx";
import { MediaField } from "./mediaField.tsx";
import type { FormView } from "./submission.server.ts";
import type { ErrorOf } from "./templateForm.tsx";

/** A carousel: cards to swipe, below the message. */
export function CardRows({ values, errorOf }: { values: FormView["values"]; errorOf: ErrorOf }) {
  const { cards } = values;
  return (
    <fieldset className="mt-2">
      <legend className="label">{m.templates_card_rows_carousel_optional()}</legend>
      <p className="hint mb-2">{m.templates_card_rows_hint(templateLimits)}</p>
      {cards.length > 0 && (
        <SelectField
          label={m.templates_card_rows_card_format_label()}
          name="cardFormat"
          defaultValue={values.cardFormat}
          error={errorOf("cardFormat")}
          options={Object.entries(cardFormats).map(([value, label]) => ({ value, label }))}
        />
      )}
      {cards.map((card, index) => {
        const field = (name: string) => `cards[${index}].${name}`;
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name; all are rendered again when one is added or removed.
            key={index}
            className="mb-3 min-w-0 rounded-control border border-line p-3"
          >
            <legend className="font-semibold">{m.templates_card({ index: index + 1 })}</legend>
            <MediaField
              name={field("media")}
              label={m.templates_card_rows_file_of_card({ index: index + 1 })}
              mediaId={card.media}
              kind={values.cardFormat.toLowerCase()}
              error={errorOf(field("media"))}
            />
            <TextareaField
              label={m.templates_card_rows_text_of_card({ index: index + 1 })}
              name={field("body")}
              defaultValue={card.body}
              error={errorOf(field("body"))}
              rows={2}
              required
            />
            <ButtonRows
              list={field("buttons")}
              buttons={card.buttons}
              errorOf={errorOf}
              most={2}
              intent="CardButton"
              card={index}
            />
            <p className="mt-2">
              <Button variant="danger-quiet" name="change" value={`removeCard:${index}`} formNoValidate>
                <Icon name="trash" size={18} />{" "}
                {m.templates_card_rows_remove_card_button({ index: index + 1 })}
              </Button>
            </p>
          </fieldset>
        );
      })}
      {cards.length < 10 && (
        <Button variant="secondary" name="change" value="addCard" formNoValidate>
          <Icon name="plus" size={18} /> {m.templates_card_rows_add_card_button()}
        </Button>
      )}
    </fieldset>
  );
}
