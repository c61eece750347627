import type { ComponentProps, ReactNode } from "react";
import { useNavigation } from "react-router";
import { m } from "#messages";
import { Button, ButtonLink } from "./button.tsx";

/** The end of a form: its button, off while it is being sent, and the way back without saving where there is one. */
export function FormActions({
  submitLabel,
  intent,
  cancelTo,
  variant,
  children,
}: {
  submitLabel: string;
  /** The form's act, where its page has several. */
  intent?: string;
  cancelTo?: string;
  variant?: ComponentProps<typeof Button>["variant"];
  /** Links to other acts on what the form shows. */
  children?: ReactNode;
}) {
  return (
    <p className="row-actions form-foot">
      <Button
        disabled={useNavigation().state === "submitting"}
        {...(intent && { name: "intent", value: intent })}
        {...(variant && { variant })}
      >
        {submitLabel}
      </Button>
      {cancelTo && (
        <ButtonLink to={cancelTo} variant="quiet">
          {m.common_cancel()}
        </ButtonLink>
      )}
      {children}
    </p>
  );
}
