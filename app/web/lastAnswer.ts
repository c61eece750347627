import { useState } from "react";
import { useLocation, useNavigationType } from "react-router";

/**
 * A form's action data, until the next page or response; a jump within the page does not count. React Router
 * clears `actionData` with every revalidation, which live screens trigger: the typed text, the refusal and
 * the idempotency key must outlive that.
 */
export function useLastAnswer<Answer>(actionData: Answer | undefined): Answer | undefined {
  const { pathname, search, hash, key } = useLocation();
  const isJump = useNavigationType() === "POP";
  const path = pathname + search;
  const [kept, setKept] = useState({ path, hash, key, answer: actionData });
  const isSamePage = kept.path === path && (kept.key === key || (isJump && kept.hash !== hash));
  const answer = actionData ?? (isSamePage ? kept.answer : undefined);
  if (kept.answer !== answer || kept.key !== key || kept.path !== path) setKept({ path, hash, key, answer });
  return answer;
}
