import type { ComponentProps } from "react";
import { useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";
import { Button } from "#app/ui/button.tsx";
import { m } from "#messages";

/** The preview's button, for browsers without script. */
export function UpdatePreview(
  props: Pick<ComponentProps<typeof Button>, "name" | "value" | "formNoValidate">,
) {
  const root = useRouteLoaderData<typeof loader>("root");
  return (
    <Button
      variant="secondary"
      className={root?.lite ? "order-2" : "order-2 [@media(scripting:enabled)]:hidden"}
      {...props}
    >
      {m.templates_update_preview()}
    </Button>
  );
}
