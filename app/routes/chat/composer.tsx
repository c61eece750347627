import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Link, useNavigation } from "react-router";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type FormResult, fieldError, fieldValue } from "#app/web/fields.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import { CannedChoice } from "./cannedChoice.tsx";
import { useKeptDraft } from "./keptDraft.ts";
import { useTypingSign } from "./typingSign.ts";

/**
 * The box for a free-form reply. With script Enter sends, Shift+Enter breaks the line, and blank text is not
 * sent; without script the server refuses it. `submissionKey` deduplicates a form that is sent twice; a
 * refused one keeps its key, since the response to an accepted message may have been lost.
 */
export function Composer({
  action,
  submissionKey,
  maxLength,
  name,
  draft,
  lastResult,
  hint,
  later,
  seen,
  canned,
  messageId,
}: {
  action: string;
  submissionKey: string;
  maxLength: number;
  name: string;
  /** The member's saved draft. */
  draft: string;
  lastResult: FormResult;
  hint: string;
  later: string;
  /** The last message that the writer has seen. */
  seen: string;
  canned: { id: string; title: string }[];
  /** The message replied to; empty: none. */
  messageId: string;
}) {
  const navigation = useNavigation();
  const sending = navigation.state !== "idle" && navigation.formAction === action;
  const box = useRef<HTMLTextAreaElement>(null);
  const isLite = useRoot()?.lite;
  const [scripted, setScripted] = useState(false);
  const [text, setText] = useState("");
  const kept = useKeptDraft(`${action}/draft`);
  const showTyping = useTypingSign(`${action}/typing`);
  useEffect(() => {
    setScripted(true);
    setText(box.current?.value ?? "");
  }, []);

  const wasSending = useRef(false);
  useEffect(() => {
    if (wasSending.current && !sending && !lastResult && box.current) {
      box.current.value = "";
      setText("");
      box.current.focus();
    }
    wasSending.current = sending;
  }, [sending, lastResult]);

  function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!sending && event.currentTarget.value.trim() !== "") event.currentTarget.form?.requestSubmit();
  }

  const error = fieldError(lastResult, "text");
  const refusals = lastResult?.error?.[""] ?? [];
  return (
    <Form method="post" action={action} onSubmit={kept.forget} noValidate preventScrollReset>
      {refusals.length > 0 && (
        <div className="mb-3">
          <ErrorSummary title={m.chat_composer_errors_title()} errors={refusals.map((text) => ({ text }))} />
        </div>
      )}
      <input type="hidden" name="key" value={fieldValue(lastResult, "key", submissionKey)} />
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="messageId" value={messageId} />
      <label className="sr-only" htmlFor="reply-text">
        {m.chat_composer_message_to({ name })}
      </label>
      <div className="flex items-end gap-2">
        <Link to={`${action}/attach${messageId && `?about=${messageId}`}`} className="icon-button flex-none">
          <Icon name="paperclip" size={20} />
          <span className="sr-only">{m.chat_composer_more_link()}</span>
        </Link>
        <textarea
          ref={box}
          id="reply-text"
          name="text"
          className="input max-h-40 min-h-11 min-w-0 flex-1 resize-none field-sizing-content"
          rows={1}
          placeholder={m.chat_composer_text_placeholder()}
          // After going back, sent text must not be here again, ready to be sent once more.
          autoComplete="off"
          defaultValue={fieldValue(lastResult, "text", draft)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "reply-error reply-hint" : "reply-hint"}
          onKeyDown={sendOnEnter}
          onInput={(event) => {
            setText(event.currentTarget.value);
            if (event.currentTarget.form) kept.typed(event.currentTarget.form);
            showTyping();
          }}
        />
        <Button disabled={sending || (scripted && text.trim() === "")}>
          <Icon name="send-horizontal" size={18} />
          <span className="max-sm:sr-only">{sending ? m.chat_sending() : m.common_send()}</span>
        </Button>
      </div>
      {error && (
        <p className="error mt-1" id="reply-error">
          {error}
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {canned.length > 0 && (
          <CannedChoice action={`${action}/canned`} canned={canned} box={box} scripted={scripted} />
        )}
        <p className="hint order-last basis-full text-xs!" id="reply-hint">
          {hint}
          {scripted && <span className="max-sm:hidden"> {m.chat_composer_keys_hint()}</span>}
        </p>
        {scripted && <Count length={text.trim().length} maxLength={maxLength} />}
        <button
          type="submit"
          className={`link text-sm ${isLite ? "" : "[@media(scripting:enabled)]:hidden"}`}
          formAction={`${action}/draft`}
          name="confirm"
          value="saved"
        >
          {m.common_save_draft()}
        </button>
        <LaterButton action={action}>{later}</LaterButton>
      </div>
    </Form>
  );
}

/** Takes the text along to the form for a later time. */
const LaterButton = ({ action, children }: { action: string; children: string }) => (
  <button
    type="submit"
    className="link ml-auto text-sm"
    formAction={`${action}/later`}
    formNoValidate
    name="intent"
    value="open"
  >
    {children}
  </button>
);

/** The message's length, once it matters. */
function Count({ length, maxLength }: { length: number; maxLength: number }) {
  const over = length > maxLength;
  return (
    <p className={`text-sm ${over ? "font-semibold text-bad" : "text-muted"}`} role="status">
      {length > maxLength * 0.9 &&
        m.chat_composer_length_text({ length: formatCount(length), maxLength: formatCount(maxLength) })}
    </p>
  );
}
