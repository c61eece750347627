import { href, Form as SearchForm } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, Field, SelectField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { m } from "#messages";
import { type ChatFilters, isNarrowed } from "./filters.ts";
import type { WordedList } from "./listWords.server.ts";

interface Props {
  filters: ChatFilters;
  choices: CallOutput<"GET /conversations/labels">;
  words: WordedList["filterWords"];
}

/** What the list is filtered by, over the list; the dot says that something is. */
export function ConversationFilters({ filters, ...props }: Props) {
  return (
    <Menu
      label={m.common_filters()}
      button={
        <>
          <Icon name="list-filter" size={20} />
          {isNarrowed(filters) && <span className="dot" />}
        </>
      }
    >
      <FilterForm key={JSON.stringify(filters)} filters={filters} {...props} />
    </Menu>
  );
}

function FilterForm({ filters, choices, words }: Props) {
  const { queue, q, state, label, tag, unread, late, ad } = filters;
  return (
    <SearchForm action={href("/chat")} className="grid gap-3 p-4">
      <h2>{m.common_filters()}</h2>
      {queue && <input type="hidden" name="queue" value={queue} />}
      {q && <input type="hidden" name="q" value={q} />}
      <SelectField
        label={m.common_status()}
        name="state"
        id="filter-state"
        defaultValue={state}
        options={words.states}
      />
      <div className="grid grid-cols-2 gap-3">
        <Field
          label={words.label}
          name="label"
          id="filter-label"
          defaultValue={label}
          list="all-labels"
          maxLength={40}
        />
        <Field
          label={words.tag}
          name="tag"
          id="filter-tag"
          defaultValue={tag}
          list="all-labels"
          maxLength={40}
        />
      </div>
      {(["number", "member", "team"] as const).map((name) => {
        const list = choices[({ number: "numbers", member: "team", team: "teams" } as const)[name]];
        return (
          list.length > (name === "team" ? 0 : 1) && (
            <SelectField
              key={name}
              label={words[name]}
              name={name}
              id={`filter-${name}`}
              defaultValue={filters[name]}
              options={[
                { value: "", label: words.any },
                ...list.map((one) => ({ value: one.id, label: one.name })),
              ]}
            />
          )
        );
      })}
      <div className="flex flex-wrap gap-x-5">
        <CheckboxField label={words.unread} name="unread" id="filter-unread" defaultChecked={unread} />
        <CheckboxField label={words.late} name="late" id="filter-late" defaultChecked={late} />
        <CheckboxField label={words.ad} name="ad" id="filter-ad" defaultChecked={ad} />
      </div>
      <Button>{m.ui_filter()}</Button>
    </SearchForm>
  );
}
