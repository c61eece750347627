import type { ComponentProps } from "react";
import { Link } from "react-router";

/**
 * `danger` confirms what cannot be undone, and is filled; `danger-quiet` leads to it, or removes what can be
 * added again.
 */
export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger" | "danger-quiet";

const classesOf = (variant: ButtonVariant, className: string | undefined) =>
  `button button-${variant}${className ? ` ${className}` : ""}`;

/** A button. Submits its form unless `type` says otherwise. */
export function Button({
  variant = "primary",
  className,
  type = "submit",
  ...props
}: ComponentProps<"button"> & { variant?: ButtonVariant }) {
  return <button type={type} className={classesOf(variant, className)} {...props} />;
}

/** A link styled as a button: for navigation, never for a change. */
export function ButtonLink({
  variant = "primary",
  className,
  ...props
}: ComponentProps<typeof Link> & { variant?: ButtonVariant }) {
  return <Link className={classesOf(variant, className)} {...props} />;
}
