import { ParaglideMessage } from "@inlang/paraglide-js-react";
import type { ReactNode } from "react";

/** A message that marks the place of a name. */
type NamingMessage = Parameters<typeof ParaglideMessage>[0]["message"];

/** A paragraph that names what it is about in bold; names may be long. */
export function Naming({
  message,
  name,
  inputs = {},
}: {
  message: NamingMessage;
  name: ReactNode;
  inputs?: object;
}) {
  const markup = { b: () => <strong className="wrap-anywhere">{name}</strong> };
  return (
    <p>
      <ParaglideMessage message={message} inputs={inputs} markup={markup} />
    </p>
  );
}
