import { useState } from "react";
import { useLocation, useNavigationType } from "react-router";

/**
 * What a form was answered, until the next page or answer; a jump within the page is no other page. React Router forgets
 * `actionData` with every revalidation, which live screens do by themselves: what was typed, why it was refused and the
 * key that keeps it from being sent twice have to outlive that.
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
