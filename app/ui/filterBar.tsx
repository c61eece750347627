import { type FormEvent, useEffect, useRef } from "react";
import { Form as SearchForm, useNavigation, useResolvedPath, useSubmit } from "react-router";
import { useOtherValues } from "#app/web/address.ts";
import { useDebounced } from "#app/web/useDebounced.ts";
import { useIsHydrated } from "#app/web/useIsHydrated.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import { Button, ButtonLink } from "./button.tsx";
import { Field, SelectField } from "./field.tsx";
import { Icon } from "./icon.tsx";

/** A screen's filters: without script the page returns to them. */
const filtersId = "filters";
const pauseMs = 300;

export interface Choice {
  name: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
}

/**
 * The filters of a list: a search text and choices. A plain GET form with a button; with script it applies
 * while typing and choosing, without one. Other values of the address stay, and the page returns to the first.
 * On a phone several choices are behind a button, open while one is chosen.
 */
export function FilterBar({
  id = filtersId,
  label,
  search,
  choices = [],
  clear,
}: {
  /** The place of the filters, when the screen has several lists. */
  id?: string;
  /** Distinguishes them from the filters of the screen's other lists. */
  label?: string;
  search?: { name: string; value: string; placeholder?: string };
  choices?: readonly Choice[];
  /** The address without filters, once something is filtered. */
  clear?: string | false;
}) {
  const filters = search ? [search, ...choices] : choices;
  const others = useOtherValues(filters.map(({ name }) => name));
  const { form, applySoon, applyNow } = useApply(filters);
  const isHydrated = useIsHydrated();
  return (
    <SearchForm
      ref={form}
      id={id}
      action={`#${id}`}
      role="search"
      aria-label={label}
      className="filter-bar"
      onInput={(event) => isTyped(event) && applySoon()}
      onChange={(event) => !isTyped(event) && applyNow()}
    >
      {others.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {search && (
        <Field
          className="filter-search"
          label={m.common_search()}
          type="search"
          maxLength={100}
          name={search.name}
          defaultValue={search.value}
          placeholder={search.placeholder}
        />
      )}
      {choices.length > 1 && (
        // On a phone it opens what follows; on a wide screen that is always there.
        <details className="filter-toggle" open={choices.some(isNarrowed)}>
          <summary className="button button-secondary">
            <Icon name="list-filter" size={18} />
            {m.common_filters()}
          </summary>
        </details>
      )}
      <div className="filter-rest">
        {choices.map(({ name, label, value, options }) => (
          <SelectField key={name} name={name} label={label} defaultValue={value} options={options} />
        ))}
        {clear && (
          <ButtonLink variant="quiet" to={clear}>
            {m.ui_clear()}
          </ButtonLink>
        )}
        {/* The last: nothing moves when it goes. */}
        {!isHydrated && <Button variant="secondary">{m.ui_filter()}</Button>}
      </div>
      {search && choices.length > 1 && !isHydrated && <SubmitAlone />}
    </SearchForm>
  );
}

/** On a phone without script, for the search text while the choices and their button are hidden. */
function SubmitAlone() {
  const submit = <Button variant="secondary">{m.ui_filter()}</Button>;
  return useRoot()?.lite ? <div className="filter-submit">{submit}</div> : <noscript>{submit}</noscript>;
}

/** Whether a choice leaves rows out. A period, which always does, has no option of all in the first place. */
const isNarrowed = ({ value, options: [all] }: Choice) =>
  all !== undefined && /^(all)?$/.test(all.value) && value !== "" && value !== all.value;

const isTyped = ({ target }: FormEvent) =>
  target instanceof HTMLInputElement && /^(search|text|number|tel|email)$/.test(target.type);

/**
 * Submits the form while it is filled in, also for what was chosen before script ran, and updates its values
 * after going back or forward.
 */
function useApply(applied: readonly { name: string; value: string }[]) {
  const form = useRef<HTMLFormElement>(null);
  const hasStarted = useRef(false);
  const submit = useSubmit();
  const { pathname } = useResolvedPath(".");
  const isLoading = useNavigation().state !== "idle";
  const values = JSON.stringify(applied.map(({ name, value }) => [name, value]));
  const apply = () => {
    if (form.current)
      void submit(form.current, { action: pathname, replace: true, preventScrollReset: true });
  };
  const applySoon = useDebounced(apply, pauseMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other values of the address, not another form
  useEffect(() => {
    if (isLoading) return;
    for (const [name, value] of JSON.parse(values) as [string, string][]) {
      const field = form.current?.elements.namedItem(name);
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      if (!isField || field.value === value) continue;
      if (!hasStarted.current) applySoon();
      // Typed text is never overwritten.
      else if (field !== document.activeElement) field.value = value;
    }
    hasStarted.current = true;
  }, [values, isLoading]);
  const applyNow = () => {
    applySoon.cancel();
    apply();
  };
  return { form, applySoon, applyNow };
}
