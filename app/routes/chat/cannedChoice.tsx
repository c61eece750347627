import type { RefObject } from "react";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";

/**
 * Canned replies for the box next to it. Without script the chosen one is appended to the typed text; with
 * it, it is inserted at the cursor, any number in one message.
 */
export function CannedChoice({
  action,
  canned,
  box,
  scripted,
}: {
  action: string;
  canned: { id: string; title: string }[];
  box: RefObject<HTMLTextAreaElement | null>;
  scripted: boolean;
}) {
  const isLite = useRoot()?.lite;
  async function insert(choice: HTMLSelectElement) {
    const answer = await fetch(`${action}?${new URLSearchParams({ cannedReplyId: choice.value })}`);
    choice.value = "";
    if (!answer.ok || !box.current) return;
    const { text } = (await answer.json()) as { text: string };
    const { selectionStart, selectionEnd } = box.current;
    box.current.setRangeText(text, selectionStart, selectionEnd, "end");
    box.current.dispatchEvent(new Event("input", { bubbles: true }));
    box.current.focus();
  }
  return (
    <div className="flex min-w-0 items-center gap-2">
      <label className="sr-only" htmlFor="canned">
        {m.chat_canned_reply()}
      </label>
      <select
        id="canned"
        name="cannedReplyId"
        className="input min-w-0 max-w-44 text-sm"
        defaultValue=""
        onChange={(event) => scripted && event.currentTarget.value && void insert(event.currentTarget)}
      >
        <option value="">{m.chat_canned_choice_canned_reply()}</option>
        {canned.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      <button
        type="submit"
        className={`link text-sm ${isLite ? "" : "[@media(scripting:enabled)]:hidden"}`}
        formAction={action}
        formNoValidate
      >
        {m.chat_canned_choice_insert_button()}
      </button>
    </div>
  );
}
