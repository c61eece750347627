/** Pixels on each side: sharp at the largest size that is shown, on a high-density screen. */
const side = 256;

/** The middle of a picture as a small square JPEG, without camera metadata (place, device). */
export async function shrinkPicture(file: File): Promise<File | undefined> {
  const picture = await createImageBitmap(file);
  const from = Math.min(picture.width, picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const paper = canvas.getContext("2d");
  if (!paper) return undefined;
  // JPEG has no transparency.
  paper.fillStyle = "#fff";
  paper.fillRect(0, 0, side, side);
  const [left, top] = [(picture.width - from) / 2, (picture.height - from) / 2];
  paper.drawImage(picture, left, top, from, from, 0, 0, side, side);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", 0.85);
  });
  return blob ? new File([blob], "picture.jpg", { type: "image/jpeg" }) : undefined;
}
