import { href } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { m } from "#messages";
import type { Route } from "./+types/keys";

export const meta: Route.MetaFunction = () => [{ title: m.chat_keys_chat() }];

const keys = [
  { term: "j", value: "Next conversation of the list" },
  { term: "k", value: "The one before" },
  { term: "r", value: "Write a reply" },
  {
    get term() {
      return m.chat_a();
    },
    value: "Whose conversation: hand it on",
  },
  { term: "l", value: "Labels" },
  { term: "e", value: "Close the conversation" },
  { term: "/", value: "Search" },
  { term: "?", value: "This page" },
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
        <DescriptionList items={keys} />
      </div>
    </div>
  );
}

export { ScreenError as ErrorBoundary };
