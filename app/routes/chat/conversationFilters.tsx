import { href, Form as SearchForm } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { conversationStates, stateWords } from "#app/domain/messaging/conversations/words.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, Field, SelectField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { m } from "#messages";
import { type ChatFilters, isNarrowed } from "./filters.ts";

type Choices = CallOutput<"GET /conversations/labels">;

/** What the list is filtered by, over the list; the dot says that something is. */
export function ConversationFilters({ filters, choices }: { filters: ChatFilters; choices: Choices }) {
  return (
    <Menu
      label={m.chat_list_filters()}
      button={
        <>
          <Icon name="list-filter" size={20} />
          {isNarrowed(filters) && <span className="dot" />}
        </>
      }
    >
      <FilterForm key={JSON.stringify(filters)} filters={filters} choices={choices} />
    </Menu>
  );
}

function FilterForm({ filters, choices }: { filters: ChatFilters; choices: Choices }) {
  const { queue, q, state, label, tag, unread, late, ad } = filters;
  return (
    <SearchForm action={href("/chat")} className="grid gap-3 p-4">
      <h2>{m.chat_list_filters()}</h2>
      {queue && <input type="hidden" name="queue" value={queue} />}
      {q && <input type="hidden" name="q" value={q} />}
      <SelectField
        label={m.common_status()}
        name="state"
        id="filter-state"
        defaultValue={state}
        options={[
          { value: "", label: m.chat_list_any_label() },
          ...conversationStates.map((value) => ({
            value,
            label: value === "waiting" ? m.chat_list_waiting_longest_first() : stateWords[value].name,
          })),
        ]}
      />
      <div className="grid grid-cols-2 gap-3">
        <Field
          label={m.chat_label()}
          name="label"
          id="filter-label"
          defaultValue={label}
          list="all-labels"
          maxLength={40}
        />
        <Field
          label={m.chat_list_tag_label()}
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
              label={{ number: m.common_number, member: m.common_member, team: m.common_team }[name]()}
              name={name}
              id={`filter-${name}`}
              defaultValue={filters[name]}
              options={[
                { value: "", label: m.chat_list_any_label() },
                ...list.map((one) => ({ value: one.id, label: one.name })),
              ]}
            />
          )
        );
      })}
      <div className="flex flex-wrap gap-x-5">
        <CheckboxField label={m.chat_unread()} name="unread" id="filter-unread" defaultChecked={unread} />
        <CheckboxField label={m.chat_list_late()} name="late" id="filter-late" defaultChecked={late} />
        <CheckboxField label={m.chat_from_ad()} name="ad" id="filter-ad" defaultChecked={ad} />
      </div>
      <Button>{m.ui_filter()}</Button>
    </SearchForm>
  );
}
