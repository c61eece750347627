/**
 * Formats that browsers record, the best for a voice message first: Firefox writes Ogg, Chrome WebM, Safari
 * MP4.
 */
const types = ["audio/ogg;codecs=opus", "audio/webm;codecs=opus", "audio/mp4"];

const endings: Record<string, string> = { "audio/ogg": "ogg", "audio/webm": "webm", "audio/mp4": "m4a" };

/** The maximum length; recording stops automatically. */
const longestMs = 10 * 60_000;

export interface Recording {
  /** Stops it. The file is passed to `done`. */
  stop(): void;
  done: Promise<File>;
}

/** Starts recording, once the member has allowed it. @throws without a microphone or permission. */
export async function startRecording(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true },
  });
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, {
    ...(mimeType ? { mimeType } : {}),
    audioBitsPerSecond: 32_000,
  });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stop = () => {
    if (recorder.state !== "inactive") recorder.stop();
  };
  const timer = setTimeout(stop, longestMs);
  const done = new Promise<File>((resolve) => {
    recorder.onstop = () => {
      clearTimeout(timer);
      for (const track of stream.getTracks()) track.stop();
      const type = recorder.mimeType.split(";")[0] ?? "";
      resolve(new File(parts, `voice.${endings[type] ?? "ogg"}`, { type }));
    };
  });
  recorder.start();
  return { stop, done };
}
