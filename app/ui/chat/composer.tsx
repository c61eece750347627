import type { SubmissionResult } from "@conform-to/react";
import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { errorAt, typedOr } from "#app/ui/messaging/problems.ts";

/**
 * The box for a free-form reply. With script Enter sends, Shift and Enter begins a line, and nothing leaves while the
 * text is blank; without script the server tells. `submissionKey` makes a form that is sent twice one message;
 * a refused one keeps its key, since the answer to a message that was taken may have been lost.
 */
export function Composer({
  action,
  submissionKey,
  maxLength,
  name,
  lastResult,
  hint,
}: {
  action: string;
  submissionKey: string;
  maxLength: number;
  name: string;
  lastResult: SubmissionResult<string[]> | undefined;
  hint: string;
}) {
  const navigation = useNavigation();
  const sending = navigation.state !== "idle" && navigation.formAction === action;
  const box = useRef<HTMLTextAreaElement>(null);
  const [scripted, setScripted] = useState(false);
  const [blank, setBlank] = useState(true);
  useEffect(() => {
    setScripted(true);
    setBlank(isBlank(box.current));
  }, []);

  const wasSending = useRef(false);
  useEffect(() => {
    if (wasSending.current && !sending && !lastResult && box.current) {
      box.current.value = "";
      setBlank(true);
      box.current.focus();
    }
    wasSending.current = sending;
  }, [sending, lastResult]);

  function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!sending && !isBlank(event.currentTarget)) event.currentTarget.form?.requestSubmit();
  }

  const error = errorAt(lastResult, "text");
  const refusals = lastResult?.error?.[""] ?? [];
  return (
    <Form method="post" action={action} noValidate preventScrollReset>
      {refusals.length > 0 && (
        <div className="mb-3">
          <ErrorSummary title="The message was not sent" errors={refusals.map((text) => ({ text }))} />
        </div>
      )}
      <input type="hidden" name="key" value={typedOr(lastResult, "key", submissionKey)} />
      <label className="sr-only" htmlFor="reply-text">
        Message to {name}
      </label>
      <div className="flex items-end gap-2">
        <textarea
          ref={box}
          id="reply-text"
          name="text"
          className="input max-h-40 min-h-11 flex-1 resize-none field-sizing-content"
          rows={1}
          maxLength={maxLength}
          placeholder="Write a message"
          // What was sent must not stand here again, ready to be sent once more, for who goes back.
          autoComplete="off"
          defaultValue={typedOr(lastResult, "text", "")}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "reply-error reply-hint" : "reply-hint"}
          onKeyDown={sendOnEnter}
          onInput={(event) => setBlank(isBlank(event.currentTarget))}
        />
        <Button disabled={sending || (scripted && blank)}>
          <SendHorizontal size={18} aria-hidden="true" />
          {sending ? "Sending…" : "Send"}
        </Button>
      </div>
      {error && (
        <p className="error mt-1" id="reply-error">
          {error}
        </p>
      )}
      <p className="hint mt-1" id="reply-hint">
        {hint}
        {scripted && <span className="max-sm:hidden"> Enter sends, Shift and Enter begins a new line.</span>}
      </p>
    </Form>
  );
}

const isBlank = (box: HTMLTextAreaElement | null): boolean => (box?.value ?? "").trim() === "";
