import { href } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { m } from "#messages";
import type { Route } from "./+types/keys";

export const meta: Route.MetaFunction = () => [{ title: m.chat_keys_chat() }];

const keys = () => [
  { term: "j", value: m.chat_key_next() },
  { term: "k", value: m.chat_key_before() },
  { term: "r", value: m.chat_key_reply() },
  { term: "a", value: m.chat_key_hand_on() },
  { term: "l", value: m.chat_labels() },
  { term: "e", value: m.chat_key_close() },
  { term: "/", value: m.common_search() },
  { term: "?", value: m.chat_key_this_page() },
];

export default function ChatKeys() {
  return (
    <div className="max-w-2xl">
      <PageHeader
        title={m.chat_keys_of_the_chat()}
        description={m.chat_they_work_while_no_field_is()}
        actions={
          <ButtonLink to={href("/chat")} variant="secondary">
            {m.chat_back_to_the_chat()}
          </ButtonLink>
        }
      />
      <div className="card">
        <DescriptionList items={keys()} />
      </div>
    </div>
  );
}

export { ScreenError as ErrorBoundary };
