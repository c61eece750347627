import sharp from "sharp";
import { createWorkQueue } from "#app/platform/workQueue.ts";
import { m } from "#messages";

/** A small file can unfold to a picture that takes all memory. */
const maxPixels = 50_000_000;
/** An interlaced PNG is unfolded whole before the first line can be made smaller. */
const maxInterlacedPixels = 8_000_000;
/** Pixels of the longer side: sharp in a message, on a fine screen. */
const longerSide = 480;

sharp.concurrency(1);
sharp.cache(false);
const oneAtATime = createWorkQueue({ atOnce: 1, waiting: 500 });

// Readers of other formats have no business with foreign bytes.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

export interface Thumbnail {
  bytes: Buffer;
  width: number;
  height: number;
}

/** Why a picture is none that can be shown or sent, in words; or null. Reads its head alone. */
export async function pictureProblem(bytes: Buffer): Promise<string | null> {
  const found = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!found) return m.errors_this_picture_is_damaged_open_it();
  const pixels = found.width * found.height;
  const isInterlaced = found.format === "png" && found.isProgressive === true;
  if (pixels > maxPixels || (isInterlaced && pixels > maxInterlacedPixels))
    return m.errors_the_picture_has_million_pixels_which_2({ pixels: Math.round(pixels / 1e6) });
  if (found.space === "cmyk") return m.errors_the_picture_is_made_for_printing();
  return null;
}

/** A small WebP of a picture without what cameras write beside it; null where it can't be drawn. */
export async function thumbnailOf(bytes: Buffer): Promise<Thumbnail | null> {
  return oneAtATime(async () => {
    if ((await pictureProblem(bytes)) !== null) return null;
    const drawn = await sharp(bytes, { limitInputPixels: maxPixels })
      .timeout({ seconds: 10 })
      .autoOrient()
      .resize(longerSide, longerSide, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 70 })
      .toBuffer({ resolveWithObject: true })
      .catch(() => null);
    return drawn && { bytes: drawn.data, width: drawn.info.width, height: drawn.info.height };
  });
}
