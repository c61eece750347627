import { useEffect, useState } from "react";
import { m } from "#messages";
import { Button } from "./button.tsx";

/** Copies `text` to the clipboard. It needs script and a secure page, so it appears only with both. */
export function CopyButton({ text }: { text: string }) {
  const [state, setState] = useState<"absent" | "ready" | "copied" | "failed">("absent");
  useEffect(() => {
    if (navigator.clipboard) setState("ready");
  }, []);
  if (state === "absent") return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("failed"),
    );
  return (
    <>
      <Button type="button" onClick={copy}>
        {state === "copied" ? m.ui_copied() : m.ui_copy()}
      </Button>
      <span className="sr-only" role="status">
        {state === "copied" && m.ui_copy_button_copied_status()}
        {state === "failed" && m.ui_copy_blocked()}
      </span>
    </>
  );
}
