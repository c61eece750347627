import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";

export type ChatMessage = CallOutput<"GET /conversations/:conversationId">["messages"][number];
type Attachment = NonNullable<ChatMessage["attachment"]>;

const icons = {
  image: "image",
  sticker: "image",
  video: "video",
  audio: "mic",
  document: "file-text",
} as const;

/** The file of a message. When saving data it loads only on request. */
export function AttachedFile({ file, conversationId }: { file: Attachment; conversationId: string }) {
  const lite = useRoot()?.lite ?? false;
  const { words } = file;
  if (file.state === "waiting")
    return <p className="text-muted">{m.chat_attached_file_loading_text({ words })}</p>;
  if (file.state !== "ready") return <NotThere file={file} conversationId={conversationId} />;
  const path = href("/chat/media/:mediaId", { mediaId: file.id });
  if (file.thumbnail && !lite) {
    return (
      <a href={path} className="block" target="_blank" rel="noreferrer">
        <img
          src={`${path}?size=small`}
          alt={words}
          width={file.thumbnail.width}
          height={file.thumbnail.height}
          loading="lazy"
          decoding="async"
          className="h-auto max-h-72 w-auto max-w-full rounded-lg"
        />
      </a>
    );
  }
  return (
    <>
      <SavedFile file={file} path={path} />
      {!lite && file.isShown && file.kind === "audio" && (
        // biome-ignore lint/a11y/useMediaCaption: there is no transcript of what a customer says
        <audio controls preload="none" className="mt-1 w-64 max-w-full" aria-label={words}>
          <source src={path} type={file.contentType ?? ""} />
          {file.contentType === "audio/ogg" && <source src={`${path}?as=caf`} type="audio/x-caf" />}
        </audio>
      )}
      {!lite && file.isShown && file.kind === "video" && (
        // biome-ignore lint/a11y/useMediaCaption: there is no transcript of what a customer says
        <video
          controls
          preload="none"
          src={path}
          className="mt-1 max-h-72 w-72 max-w-full"
          aria-label={words}
        />
      )}
    </>
  );
}

function SavedFile({ file, path }: { file: Attachment; path: string }) {
  const icon = icons[file.kind as keyof typeof icons];
  return (
    <a
      href={file.isShown ? path : `${path}?save=1`}
      className="link flex min-h-11 items-center gap-2 wrap-anywhere"
      {...(file.isShown ? { target: "_blank", rel: "noreferrer" } : {})}
    >
      <Icon name={icon} size={20} className="flex-none" />
      {file.words}
    </a>
  );
}

function NotThere({ file, conversationId }: { file: Attachment; conversationId: string }) {
  return (
    <div className="text-warn">
      <p>
        <strong>{file.words}.</strong> {file.problem}
      </p>
      {file.state === "failed" && (
        <Form method="post" action={href("/chat/media/:mediaId", { mediaId: file.id })}>
          <input type="hidden" name="conversationId" value={conversationId} />
          <button type="submit" className="link min-h-6">
            {m.common_retry()}
          </button>
        </Form>
      )}
    </div>
  );
}
