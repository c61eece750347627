import { missing, type Refusal, refusal } from "./refusal.ts";

/** Of files. */
export const mediaRefusals: Readonly<Record<string, Refusal>> = {
  "file.not_found": missing("file"),
  "media.missing": refusal(
    "invalid",
    "The request brings no file.",
    "Send a multipart form with one file named `file`.",
  ),
  "media.incomplete": refusal("invalid", "The upload ended before the file did.", "Send it again."),
  "media.empty": refusal("invalid", "The file has no content.", "Send another one."),
  "media.not_allowed": refusal(
    "invalid",
    "WhatsApp does not take files of this kind, whatever the name says.",
    "`message` says what it takes.",
  ),
  "media.lies": refusal(
    "invalid",
    "The end of the file's name is not what the file is.",
    "Give it its right name.",
  ),
  "media.too_large": refusal(
    "too_large",
    "The file is larger than WhatsApp takes of its kind.",
    "Make it smaller: 5 MB for pictures, 500 KB for stickers, 16 MB for videos and recordings, 100 MB for documents.",
  ),
  "media.bad_picture": refusal(
    "invalid",
    "The picture cannot be read, or is too wide or high.",
    "Save it anew.",
  ),
  "media.infected": refusal("invalid", "The virus scanner found something.", "Send another file."),
  "media.scanner_unavailable": refusal(
    "unavailable",
    "Files cannot be checked for viruses just now.",
    "Repeat the request in a minute.",
  ),
  "media.storage_full": refusal(
    "conflict",
    "Your organisation's uploaded files have the most that they may have, 5 GB.",
    "Delete files that you no longer send.",
  ),
  "media.not_ready": refusal(
    "conflict",
    "The file is still on its way from WhatsApp.",
    "Repeat the request after the seconds in `Retry-After`.",
  ),
  "media.not_here": refusal(
    "conflict",
    "The file could not be fetched or was not kept.",
    "`message` says why. Ask the person to send it again.",
  ),
  "media.of_message": refusal(
    "conflict",
    "The file belongs to a message.",
    "It goes when the message does. Only uploaded files can be deleted.",
  ),
  "media.one_source": refusal(
    "invalid",
    "A file is given by its id or by a link.",
    "Give one of `media.id` and `media.link`.",
  ),
  "media.bad_link": refusal(
    "invalid",
    "The link cannot be called.",
    "Give a public https:// address without user name and password.",
  ),
  "media.link_failed": refusal(
    "invalid",
    "The link did not answer with a file.",
    "It must answer 200 with at most 100 MB, without a redirect, within 45 seconds.",
  ),
};
