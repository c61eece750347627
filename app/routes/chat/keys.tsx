import { href } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { m } from "#messages";
import type { Route } from "./+types/keys";

export const meta: Route.MetaFunction = () => [{ title: m.chat_keys_page_title() }];

const keys = () => [
  { term: "j", value: m.chat_keys_next_conversation() },
  { term: "k", value: m.chat_keys_previous_conversation() },
  { term: "r", value: m.chat_keys_write_reply() },
  { term: "a", value: m.chat_keys_assign_conversation() },
  { term: "l", value: m.chat_labels() },
  { term: "s", value: m.chat_keys_snooze_conversation() },
  { term: "e", value: m.chat_keys_close_conversation() },
  { term: m.chat_keys_palette_keys(), value: m.chat_keys_search_or_go_to() },
  { term: "?", value: m.chat_keys_this_page() },
];

export default function ChatKeys() {
  return (
    <div className="max-w-2xl">
      <PageHeader
        title={m.chat_keys_title()}
        description={m.chat_keys_lead()}
        actions={
          <ButtonLink to={href("/chat")} variant="secondary">
            {m.chat_back_to_chat_link()}
          </ButtonLink>
        }
      />
      <div className="card">
        <DescriptionList items={keys()} />
      </div>
    </div>
  );
}
