import { DomainError } from "#app/shared/errors.ts";
import { type ImageHeader, readImageHeader } from "./imageHeader.ts";

export const maxPictureBytes = 1024 * 1024;
/** On each side, in pixels: a small file can unfold to a picture that no phone can hold. */
const maxSide = 4096;

/** A refusal that stands at the field of the form. */
export function pictureRefused(code: string, message: string): DomainError {
  const kind = code === "too_large" ? "too_large" : "invalid";
  return new DomainError(kind, `profile_picture.${code}`, message, { fields: { picture: message } });
}

/**
 * Type and size of a picture that may be kept.
 * @throws DomainError `profile_picture.missing`, `.too_large` (413), `.not_a_picture`, `.too_many_pixels`.
 */
export function checkPicture(bytes: Buffer): ImageHeader {
  if (bytes.length === 0) throw pictureRefused("missing", "Choose a picture first.");
  if (bytes.length > maxPictureBytes)
    throw pictureRefused("too_large", "The picture is larger than 1 MB. Choose a smaller one.");
  const header = readImageHeader(bytes);
  if (!header || header.width === 0 || header.height === 0)
    throw pictureRefused(
      "not_a_picture",
      "This file is not a PNG, JPEG or WebP picture. Choose another one.",
    );
  if (header.width > maxSide || header.height > maxSide)
    throw pictureRefused(
      "too_many_pixels",
      `The picture is ${header.width} × ${header.height} pixels. Choose one of ${maxSide} × ${maxSide} at most.`,
    );
  return header;
}
