import { useState } from "react";
import { useLocation } from "react-router";

/**
 * What a form was answered, until the next page or answer. React Router forgets `actionData` with every revalidation,
 * which live screens do by themselves: what was typed, why it was refused and the key that keeps it from being sent
 * twice have to outlive that.
 */
export function useLastAnswer<Answer>(actionData: Answer | undefined): Answer | undefined {
  const { key } = useLocation();
  const [kept, setKept] = useState({ key, answer: actionData });
  if (actionData && (kept.answer !== actionData || kept.key !== key)) setKept({ key, answer: actionData });
  return actionData ?? (kept.key === key ? kept.answer : undefined);
}
