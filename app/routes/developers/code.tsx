import { CopyButton } from "#app/ui/copyButton.tsx";

/** Code, selected by one touch, so that it can be copied without script. */
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
