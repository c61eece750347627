import type { ComponentProps } from "react";
import { Button } from "#app/ui/button.tsx";
import { useRoot } from "#app/web/useRoot.ts";

/** Shown only to browsers without script, which does the same automatically. */
export function NoScriptButton({ className = "", ...props }: ComponentProps<typeof Button>) {
  const isLite = useRoot()?.lite;
  return (
    <Button
      variant="secondary"
      className={`${className} ${isLite ? "" : "[@media(scripting:enabled)]:hidden"}`}
      {...props}
    />
  );
}
