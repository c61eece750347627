import sharp from "sharp";
import { DomainError } from "#app/shared/errors.ts";

export const maxPictureBytes = 10 * 1024 * 1024;
/** A small file can unfold to a picture that takes all memory. */
const maxPixels = 50_000_000;
/** Pixels on each side of what is kept: sharp at the largest size that is shown, on a fine screen. */
const side = 256;

// Readers of other formats have no business with foreign bytes.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

/** A refusal that stands at the field of the form. */
export function pictureRefused(code: string, message: string): DomainError {
  const kind = code === "too_large" ? "too_large" : "invalid";
  return new DomainError(kind, `profile_picture.${code}`, message, { fields: { picture: message } });
}

export const pictureTooLarge = () =>
  pictureRefused("too_large", "The picture is larger than 10 MB. Choose a smaller one.");

/**
 * The middle of a picture as a small square JPEG, the right way up, without what cameras write beside it (place, device).
 * @throws DomainError `profile_picture.missing`, `.too_large` (413), `.not_a_picture`, `.too_many_pixels`.
 */
export async function squareOf(bytes: Buffer) {
  if (bytes.length === 0) throw pictureRefused("missing", "Choose a picture first.");
  if (bytes.length > maxPictureBytes) throw pictureTooLarge();
  const notAPicture = () =>
    pictureRefused("not_a_picture", "This file is not a PNG, JPEG or WebP picture. Choose another one.");
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw notAPicture();
    });
  if (width * height > maxPixels)
    throw pictureRefused(
      "too_many_pixels",
      `The picture has ${Math.round((width * height) / 1e6)} million pixels. Choose one of ${maxPixels / 1e6} million at most.`,
    );
  const square = await sharp(bytes, { limitInputPixels: maxPixels })
    .timeout({ seconds: 10 })
    .autoOrient()
    .resize(side, side, { fit: "cover" })
    .flatten({ background: "#fff" })
    .jpeg({ quality: 85 })
    .toBuffer()
    .catch(() => {
      throw notAPicture();
    });
  return { contentType: "image/jpeg" as const, width: side, height: side, bytes: square };
}
