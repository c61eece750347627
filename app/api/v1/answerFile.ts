import { isShown } from "#app/domain/messaging/media/shown.ts";
import { fileResponse, outOfRange } from "../fileResponse.ts";
import type { FileAnswer } from "./call.ts";

export function answerFile({ file }: FileAnswer, headers: Headers): Response {
  const response =
    "outOfRange" in file
      ? outOfRange(file.bytes)
      : fileResponse({ ...file, isShown: isShown(file.contentType), length: file.bytes });
  for (const [name, value] of headers) response.headers.set(name, value);
  return response;
}
