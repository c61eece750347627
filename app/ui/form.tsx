import type { ComponentProps } from "react";
import { Form as RouterForm, useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";

/** A form that carries the form token; it posts with and without script. */
export function Form({ children, ...props }: ComponentProps<typeof RouterForm>) {
  const root = useRouteLoaderData<typeof loader>("root");
  const writes = (props.method ?? "get").toLowerCase() !== "get";
  return (
    <RouterForm {...props}>
      {writes && <input type="hidden" name="csrf" value={root?.formToken ?? ""} />}
      {children}
    </RouterForm>
  );
}
