import sharp from "sharp";
import { accountsError } from "#app/domain/accounts/errors.ts";
import { createWorkQueue } from "#app/platform/workQueue.ts";

export const maxPictureBytes = 10 * 1024 * 1024;
/** A small file can unfold to a picture that takes all memory: width × height × channels × bytes of each. */
const maxUnfoldedBytes = 100_000_000;
/** An interlaced PNG is unfolded whole before the first line can be made smaller. */
const maxInterlacedPixels = 4_000_000;
/** Pixels on each side of what is kept: sharp at the largest size that is shown, on a fine screen. */
const side = 256;

// One thread for a picture, and nothing kept of it: the pool's other threads hash passwords and compress pages.
sharp.concurrency(1);
sharp.cache(false);
const oneAtATime = createWorkQueue({ atOnce: 1, waiting: 8 });

// Readers of other formats have no business with foreign bytes.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

export const pictureTooLarge = () => accountsError("profile_picture.too_large", { field: "picture" });

/**
 * The middle of a picture as a small square JPEG, the right way up, without what cameras write beside it (place, device).
 * @throws DomainError `profile_picture.missing`, `.too_large` (413), `.not_a_picture`, `.too_many_pixels`,
 *   `server.busy` (503).
 */
export async function squareOf(bytes: Buffer, size = side) {
  if (bytes.length === 0) throw accountsError("profile_picture.missing", { field: "picture" });
  if (bytes.length > maxPictureBytes) throw pictureTooLarge();
  const square = await oneAtATime(() => drawSquare(bytes, size));
  return { contentType: "image/jpeg" as const, width: size, height: size, bytes: square };
}

async function drawSquare(bytes: Buffer, size: number): Promise<Buffer> {
  await refuseCostly(bytes);
  return sharp(bytes, { limitInputPixels: maxUnfoldedBytes })
    .timeout({ seconds: 10 })
    .autoOrient()
    .resize(size, size, { fit: "cover" })
    .flatten({ background: "#fff" })
    .jpeg({ quality: 85 })
    .toBuffer()
    .catch(() => {
      throw notAPicture();
    });
}

const notAPicture = () => accountsError("profile_picture.not_a_picture", { field: "picture" });

const bytesPerSample: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2 };

/** Judges by the head of the file what unfolding the rest of it would cost. */
async function refuseCostly(bytes: Buffer): Promise<void> {
  const { width, height, channels, depth, format, isProgressive } = await sharp(bytes, {
    limitInputPixels: false,
  })
    .metadata()
    .catch(() => {
      throw notAPicture();
    });
  const pixels = width * height;
  const unfolded = pixels * channels * (bytesPerSample[depth] ?? 8);
  const isInterlaced = format === "png" && isProgressive === true;
  if (unfolded <= maxUnfoldedBytes && !(isInterlaced && pixels > maxInterlacedPixels)) return;
  throw accountsError("profile_picture.too_many_pixels", {
    values: { millions: Math.round(pixels / 1e6) },
    field: "picture",
  });
}
