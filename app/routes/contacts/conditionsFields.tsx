import type { CallOutput } from "#app/api/client.server.ts";
import type { About, Draft, DraftRow } from "#app/domain/contacts/segments/schemas.ts";
import {
  aboutLabels,
  consentLabels,
  fieldOpLabels,
  fieldOpsOf,
  languageLabels,
  outcomeLabels,
} from "#app/domain/contacts/segments/words.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { m } from "#messages";

/** The names that conditions can use. */
export type ConditionChoices = CallOutput<"GET /conditions/choices">;

interface Props {
  draft: Draft;
  choices: ConditionChoices;
  /** The errors of a row, by its number from 0. */
  problems?: ReadonlyMap<number, string> | undefined;
  /** Distinguishes several conditions of one form. */
  prefix?: string;
  /** May a condition name a segment? */
  withSegments?: boolean;
}

type Option = { value: string; label: string };

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/**
 * Rows of conditions, with buttons that add and remove one: `readDraft` reads them from the posted form or
 * the address, so that they work without script. Enter presses the form's own first button.
 */
export function ConditionsFields({ draft, choices, problems, prefix = "", withSegments }: Props) {
  return (
    <div className="grid gap-4">
      {draft.rows.length > 1 ? (
        <SelectField
          name={`${prefix}match`}
          key={draft.match}
          label={m.contacts_conditions_match_label()}
          defaultValue={draft.match}
          options={[
            { value: "all", label: m.contacts_matching_all_conditions() },
            { value: "any", label: m.contacts_matching_any_condition() },
          ]}
          className="max-w-md"
        />
      ) : (
        <input type="hidden" name={`${prefix}match`} value={draft.match} />
      )}
      {draft.rows.map((row, index) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its number only
          key={`${index} ${row.about} ${row.of} ${row.op} ${row.value}`}
          {...{ row, index, choices, prefix }}
          problem={problems?.get(index)}
        />
      ))}
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          name={`${prefix}add`}
          key={draft.rows.length}
          label={m.contacts_conditions_add_condition()}
          defaultValue=""
          options={[
            { value: "", label: m.contacts_choose_label() },
            ...optionsOf(aboutLabels).filter(
              ({ value }) => value !== "field" && (withSegments || value !== "segment"),
            ),
            ...choices.fields.map(({ id, name }) => ({
              value: `field:${id}`,
              label: m.contacts_conditions_field_label({ name }),
            })),
          ]}
        />
        <Button variant="secondary" name="intent" value="add">
          {m.contacts_conditions_add_button()}
        </Button>
      </div>
    </div>
  );
}

interface RowProps {
  row: DraftRow;
  index: number;
  choices: ConditionChoices;
  prefix: string;
  problem: string | undefined;
}

function Row({ row, index, choices, prefix, problem }: RowProps) {
  const field = choices.fields.find(({ id }) => id === row.of);
  const title =
    row.about === "field"
      ? (field?.name ?? m.contacts_conditions_deleted_field())
      : aboutLabels[row.about as About];
  const ops = opsOf(row, field);
  const hidden = (name: "about" | "of" | "op" | "value") => (
    <input type="hidden" name={prefix + name} value={row[name]} />
  );
  const named =
    row.about === "campaign" ? choices.campaigns : row.about === "segment" ? choices.segments : undefined;
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-3">
      <legend className="label wrap-anywhere px-1">
        {index + 1}. {title}
      </legend>
      {hidden("about")}
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
        {ops.length > 1 ? (
          <SelectField
            name={`${prefix}op`}
            id={`${prefix}op-${index}`}
            label={m.common_comparison()}
            defaultValue={row.op}
            options={ops}
          />
        ) : (
          hidden("op")
        )}
        {named ? (
          <SelectField
            name={`${prefix}of`}
            id={`${prefix}of-${index}`}
            label={title}
            defaultValue={row.of}
            error={problem}
            options={[
              { value: "", label: m.contacts_choose_label() },
              ...(row.of && !named.some(({ id }) => id === row.of)
                ? [{ value: row.of, label: m.contacts_conditions_other_or_deleted() }]
                : []),
              ...named.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        ) : (
          hidden("of")
        )}
        {named ? hidden("value") : <Value {...{ row, index, prefix, problem, choices }} />}
        <Button
          variant="danger-quiet"
          name={`${prefix}remove`}
          value={index}
          aria-label={m.contacts_conditions_remove_condition({ index: index + 1 })}
        >
          {m.common_remove()}
        </Button>
      </div>
    </fieldset>
  );
}

function opsOf(row: DraftRow, field: ConditionChoices["fields"][number] | undefined): Option[] {
  if (row.about === "field")
    return (field ? fieldOpsOf[field.type] : []).map((op) => ({ value: op, label: fieldOpLabels[op] }));
  if (row.about === "campaign") return optionsOf(outcomeLabels);
  if (row.about === "created")
    return [
      { value: "within", label: m.contacts_conditions_in_last_days() },
      { value: "not_within", label: m.contacts_conditions_more_than_days_ago() },
    ];
  if (row.about === "last_seen")
    return [
      { value: "within", label: m.contacts_conditions_in_last_days() },
      { value: "not_within", label: m.contacts_conditions_not_within_days() },
    ];
  if (row.about === "no_campaign")
    return [{ value: "within", label: m.contacts_conditions_in_last_days_label() }];
  return [
    { value: "is", label: m.common_operator_is() },
    { value: "is_not", label: m.common_operator_is_not() },
  ];
}

function Value({ row, index, prefix, problem, choices }: RowProps) {
  const control = {
    name: `${prefix}value`,
    id: `${prefix}value-${index}`,
    defaultValue: row.value,
    error: problem,
  };
  const field = choices.fields.find(({ id }) => id === row.of);
  if (row.about === "consent")
    return <SelectField {...control} label={m.common_consent()} options={optionsOf(consentLabels)} />;
  if (row.about === "language")
    return <SelectField {...control} label={m.common_language()} options={optionsOf(languageLabels)} />;
  if (row.about === "created" || row.about === "last_seen" || row.about === "no_campaign")
    return (
      <Field
        {...control}
        label={m.contacts_conditions_days_label()}
        type="number"
        min={1}
        max={3650}
        inputMode="numeric"
      />
    );
  if (row.about !== "field") {
    return (
      <>
        <Field
          {...control}
          label={m.common_tag()}
          list={`${control.id}-tags`}
          maxLength={40}
          autoComplete="off"
        />
        <datalist id={`${control.id}-tags`}>
          {choices.tags.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      </>
    );
  }
  if (field?.type === "yes_no")
    return (
      <SelectField
        {...control}
        label={m.common_value()}
        options={optionsOf({ yes: m.common_yes(), no: m.common_no() })}
      />
    );
  if (field?.type === "choice")
    return (
      <SelectField
        {...control}
        label={m.common_value()}
        options={[
          ...(field.options.includes(row.value)
            ? []
            : [{ value: row.value, label: row.value || m.contacts_choose_label() }]),
          ...field.options.map((option) => ({ value: option, label: option })),
        ]}
      />
    );
  return (
    <Field
      {...control}
      label={field?.type === "date" ? m.contacts_conditions_date_or_days_label() : m.common_value()}
      maxLength={200}
      autoComplete="off"
    />
  );
}
