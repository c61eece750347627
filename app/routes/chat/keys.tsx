import { href } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/keys";

export const meta: Route.MetaFunction = () => [{ title: "Keys – Chat" }];

const keys = [
  { term: "j", value: "Next conversation of the list" },
  { term: "k", value: "The one before" },
  { term: "r", value: "Write a reply" },
  { term: "a", value: "Whose conversation: hand it on" },
  { term: "l", value: "Labels" },
  { term: "e", value: "Close the conversation" },
  { term: "/", value: "Search" },
  { term: "?", value: "This page" },
];

export default function ChatKeys() {
  return (
    <div className="max-w-2xl">
      <PageHeader
        title="Keys of the chat"
        description="They work while no field is being filled in, where script runs. Each is a button or a field on the screen too."
        actions={
          <ButtonLink to={href("/chat")} variant="secondary">
            Back to the chat
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
