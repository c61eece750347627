import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";

/** When people and reply times were last counted; they lag by some minutes. */
export const CountedAt = ({ at }: { at: string }) => (
  <ParaglideMessage message={m.insights_counted_at_text} markup={{ time: () => <Time value={at} /> }} />
);
