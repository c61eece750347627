/** How a product of the demo's shop looks: a package of a colour (red, green, blue). */
export interface Appearance {
  shape: keyof typeof shapes;
  color: readonly [number, number, number];
}

/** By the product's code. */
export const appearances: Readonly<Record<string, Appearance>> = {
  "sugar-50kg": { shape: "bag", color: [236, 232, 218] },
  "salt-10kg": { shape: "bag", color: [63, 127, 191] },
  "flour-2kg": { shape: "bag", color: [217, 164, 65] },
  "rice-5kg": { shape: "bag", color: [122, 154, 75] },
  "oil-3l": { shape: "bottle", color: [224, 179, 44] },
  "tea-500g": { shape: "box", color: [47, 125, 79] },
  "soap-800g": { shape: "bar", color: [201, 104, 63] },
  "lamp-solar": { shape: "box", color: [217, 79, 79] },
};

export const pictureSize = { width: 640, height: 600 } as const;

const within = (value: number, from: number, to: number) => value >= from && value <= to;

/** The light on a point of the package, 0 for its outside; `x` from the middle, `y` from the top. */
const shapes = {
  bag(x: number, y: number) {
    const half = y < 160 ? 100 + (160 - y) * 0.5 : 122 + 14 * Math.cos((y - 330) / 90);
    if (!within(y, 120, 500) || Math.abs(x) > half) return 0;
    return within(y, 156, 164) ? 0.7 : 1 - Math.abs(x) / 420;
  },
  bottle(x: number, y: number) {
    if (within(y, 90, 130)) return Math.abs(x) < 34 ? 0.45 : 0;
    const half = y < 220 ? 30 + Math.max(0, y - 150) * 0.85 : 92;
    return within(y, 130, 500) && Math.abs(x) < half ? 1 - Math.abs(x) / 300 : 0;
  },
  box(x: number, y: number) {
    const top = 200 - (150 - Math.abs(x)) * 0.25;
    if (Math.abs(x) > 150 || !within(y, top, 500 - Math.abs(x) * 0.2)) return 0;
    if (y < top + 40) return 1.1;
    return x > 0 ? 0.78 : 0.95;
  },
  bar(x: number, y: number) {
    if (Math.abs(x) > 190 || !within(y, 270, 430)) return 0;
    return Math.abs(x) < 140 && within(y, 310, 390) ? 0.85 : 1;
  },
} as const;

/** White labels of bags and bottles, with a disc of the colour. */
const isLabel = (shape: Appearance["shape"], x: number, y: number) =>
  (shape === "bag" || shape === "bottle") &&
  Math.abs(x) < 76 &&
  within(y, 290, 410) &&
  Math.hypot(x, y - 350) > 34;

/** The pixels of a product's picture, three bytes each. */
export function productPixels({ shape, color }: Appearance): Buffer {
  const { width, height } = pictureSize;
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fromMiddle = x - width / 2;
      const light = shapes[shape](fromMiddle, y);
      const isShadow = Math.hypot(fromMiddle / 190, (y - 508) / 22) < 1;
      const ground = isShadow ? [205, 210, 205] : [238, 241, 238];
      const surface = isLabel(shape, fromMiddle, y) ? [250, 250, 246] : color;
      const shown = light === 0 ? ground : surface.map((value) => Math.min(255, value * light));
      pixels.set(shown, (y * width + x) * 3);
    }
  }
  return pixels;
}
