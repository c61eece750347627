import type { AuthorisedCall, GraphCall, Handled } from "./graphCall.ts";
import { invalidParameter, invalidToken, whatsAppError } from "./graphError.ts";
import type { MediaFile } from "./mediaFiles.ts";
import { fieldsOf } from "./multipart.ts";
import { jsonReply, success } from "./reply.ts";
import type { BusinessPhoneNumber } from "./state.ts";

/** Files at Meta (facts/whatsapp-cloud-api.md §7). */

const MB = 1024 * 1024;

/** Types that businesses may upload, with their largest size. */
const LIMITS: readonly (readonly [RegExp, number])[] = [
  [/^audio\/(aac|amr|mpeg|mp4|ogg)$/, 16 * MB],
  [/^image\/(jpeg|png)$/, 5 * MB],
  [/^image\/webp$/, 500 * 1024],
  [/^video\/(mp4|3gpp)$/, 16 * MB],
  [/^(text\/plain|application\/(pdf|msword|vnd\.ms-(excel|powerpoint)))$/, 100 * MB],
  [
    /^application\/vnd\.openxmlformats-officedocument\.(wordprocessingml|spreadsheetml|presentationml)\./,
    100 * MB,
  ],
];

export function uploadMedia(call: AuthorisedCall, number: BusinessPhoneNumber): Handled {
  const form = fieldsOf(call.contentType, call.bytes);
  if (form.fields.messaging_product !== "whatsapp")
    return invalidParameter("The parameter messaging_product is required.");
  if (!form.file) return invalidParameter("The parameter file is required.");
  const contentType = (form.fields.type ?? form.file.contentType).split(";")[0]!.trim();
  const limit = LIMITS.find(([type]) => type.test(contentType))?.[1];
  if (limit === undefined)
    return invalidParameter(
      `Param file must be a file with one of the supported types. Received file of type '${contentType}'.`,
    );
  if (form.file.content.length > limit)
    return whatsAppError(131053, `File size exceeds the limit of ${limit} bytes.`);
  const { simulator } = call;
  const file = simulator.media.add({
    phoneNumberId: number.id,
    contentType,
    content: form.file.content,
    from: "business",
    nowMs: simulator.options.clock.now(),
  });
  simulator.state.touch();
  return jsonReply(200, { id: file.id });
}

export function readMedia(call: AuthorisedCall, file: MediaFile): Handled {
  const requestedId = call.query.get("phone_number_id");
  if (requestedId !== null && requestedId !== file.phoneNumberId)
    return invalidParameter("The phone number does not own this media.");
  const { media, options } = call.simulator;
  return jsonReply(200, {
    messaging_product: "whatsapp",
    url: media.urlOf(file, call.baseUrl, options.clock.now()),
    mime_type: file.contentType,
    sha256: file.sha256,
    file_size: file.bytes,
    id: file.id,
  });
}

export function deleteMedia(call: AuthorisedCall, file: MediaFile): Handled {
  call.simulator.media.remove(file.id);
  call.simulator.state.touch();
  return success();
}

/** The address that `readMedia` returns: valid for five minutes, with a token that may see the number. */
export function downloadMedia(call: GraphCall): Handled {
  const { media, state, options } = call.simulator;
  const token = state.tokens.get(call.bearer ?? "");
  if (!token || token.revoked) return invalidToken("An access token is required to request this resource.");
  const file = media.atUrl(call.path[1] ?? "", call.query.get("hash") ?? "", options.clock.now());
  const wabaId = file && state.numbers.get(file.phoneNumberId)?.wabaId;
  const content = file && media.contentOf(file);
  if (!content || !wabaId || !token.wabaIds.includes(wabaId))
    return { status: 404, body: "", contentType: "text/plain" };
  return { status: 200, body: content, contentType: file.contentType };
}
