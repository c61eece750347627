import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";

/** When Meta accepts the next edit of an approved template. */
export const EditableFrom = ({ at }: { at: string }) => (
  <ParaglideMessage message={m.templates_editable_from_text} markup={{ time: () => <Time value={at} /> }} />
);
