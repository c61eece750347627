import { CopyButton } from "#app/ui/copyButton.tsx";

/** A text for programs, selected by one touch, which is how to copy it without script. */
export function Code({ text }: { text: string }) {
  return (
    <div className="grid gap-2">
      <pre className="select-all whitespace-pre-wrap wrap-anywhere rounded-control border border-line px-4 py-3 text-sm">
        <code>{text}</code>
      </pre>
      <div className="row-actions">
        <CopyButton text={text} />
      </div>
    </div>
  );
}
