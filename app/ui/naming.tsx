import type { MessageMarkupTag } from "@inlang/paraglide-js";
import { type MessageLike, type MessageOptions, ParaglideMessage } from "@inlang/paraglide-js-react";
import type { ReactNode } from "react";

/** A message that marks the place of a name, which may be long. */
type NamingMessage<Inputs> = MessageLike<Inputs, MessageOptions, { b: MessageMarkupTag }>;

/** A paragraph that names what it is about in bold. */
export function Naming<Inputs extends object>({
  message,
  name,
  inputs,
}: {
  message: NamingMessage<Inputs>;
  name: ReactNode;
  inputs?: Inputs;
}) {
  const markup = { b: () => <strong className="wrap-anywhere">{name}</strong> };
  return (
    <p>
      <ParaglideMessage message={message} inputs={inputs ?? ({} as Inputs)} markup={markup} />
    </p>
  );
}
