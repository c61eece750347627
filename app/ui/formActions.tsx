import type { ComponentProps } from "react";
import { useNavigation } from "react-router";
import { m } from "#messages";
import { Button, ButtonLink } from "./button.tsx";

/** The end of a form: its button, off while it is being sent, and the way back without saving. */
export function FormActions({
  submitLabel,
  cancelTo,
  variant,
}: {
  submitLabel: string;
  cancelTo: string;
  variant?: ComponentProps<typeof Button>["variant"];
}) {
  return (
    <p className="row-actions">
      <Button disabled={useNavigation().state === "submitting"} {...(variant && { variant })}>
        {submitLabel}
      </Button>
      <ButtonLink to={cancelTo} variant="quiet">
        {m.common_cancel()}
      </ButtonLink>
    </p>
  );
}
