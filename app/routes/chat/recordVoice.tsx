import { useEffect, useRef, useState } from "react";
import { lazy } from "#app/platform/text/lazy.ts";
import { Button } from "#app/ui/button.tsx";
import { m } from "#messages";
import type { Recording } from "./recorder.ts";

type State = "none" | "ready" | "recording" | "recorded" | "refused";

const words: Record<State, string> = lazy({
  none: "",
  ready: "",
  recording: m.chat_record_voice_words_recording,
  recorded: m.chat_record_voice_words_recorded,
  refused: m.chat_record_voice_words_refused,
});

/**
 * Records into the form's own field `fieldId`, which is then sent like any file. Hidden without script, and
 * when a browser can't record; the recorder is loaded on request.
 */
export function RecordVoice({ fieldId }: { fieldId: string }) {
  const [state, setState] = useState<State>("none");
  const recording = useRef<Recording | undefined>(undefined);
  useEffect(() => {
    if ("MediaRecorder" in window && "mediaDevices" in navigator) setState("ready");
    return () => recording.current?.stop();
  }, []);

  async function start() {
    try {
      const { startRecording } = await import("./recorder.ts");
      recording.current = await startRecording();
      setState("recording");
      const file = await recording.current.done;
      const list = new DataTransfer();
      list.items.add(file);
      const field = document.getElementById(fieldId) as HTMLInputElement | null;
      if (field) field.files = list.files;
      setState("recorded");
    } catch {
      setState("refused");
    }
  }

  if (state === "none") return null;
  return (
    <p className="row-actions">
      {state === "recording" ? (
        <Button type="button" variant="danger" onClick={() => recording.current?.stop()}>
          {m.chat_record_voice_stop_recording_button()}
        </Button>
      ) : (
        <Button type="button" variant="secondary" onClick={() => void start()}>
          {state === "recorded"
            ? m.chat_record_voice_record_again_button()
            : m.chat_record_voice_record_with_microphone()}
        </Button>
      )}
      <span className="hint" role="status">
        {words[state]}
      </span>
    </p>
  );
}
