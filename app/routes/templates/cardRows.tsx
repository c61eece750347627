import { Plus, Trash2 } from "lucide-react";
import { cardFormats } from "#app/domain/whatsapp/templates/words.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextareaField } from "#app/ui/field.tsx";
import { ButtonRows } from "./buttonRows.tsx";
import { MediaField } from "./mediaField.tsx";
import type { FormView } from "./submission.server.ts";
import type { ErrorOf } from "./templateForm.tsx";

/** A carousel: cards to be leafed through, below the message. */
export function CardRows({ values, errorOf }: { values: FormView["values"]; errorOf: ErrorOf }) {
  const { cards } = values;
  return (
    <fieldset className="mt-2">
      <legend className="label">Carousel (optional)</legend>
      <p className="hint mb-2">
        Two to ten cards with a picture or video, up to 160 characters and one or two buttons, alike on each.
        They stand in place of header, footer and buttons.
      </p>
      {cards.length > 0 && (
        <SelectField
          label="At the top of each card"
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
            // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name; all of them are drawn anew when one comes or goes.
            key={index}
            className="mb-3 min-w-0 rounded-control border border-line p-3"
          >
            <legend className="font-semibold">Card {index + 1}</legend>
            <MediaField
              name={field("media")}
              label={`File of card ${index + 1}`}
              mediaId={card.media}
              kind={values.cardFormat.toLowerCase()}
              error={errorOf(field("media"))}
            />
            <TextareaField
              label={`Text of card ${index + 1}`}
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
              <Button variant="quiet" name="change" value={`removeCard:${index}`} formNoValidate>
                <Trash2 size={18} aria-hidden="true" /> Remove card {index + 1}
              </Button>
            </p>
          </fieldset>
        );
      })}
      {cards.length < 10 && (
        <Button variant="secondary" name="change" value="addCard" formNoValidate>
          <Plus size={18} aria-hidden="true" /> Add card
        </Button>
      )}
    </fieldset>
  );
}
