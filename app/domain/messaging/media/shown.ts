/** What a browser may show inline; it downloads everything else, whatever its name. */
const shown = /^(image\/(jpeg|png|webp)|video\/(mp4|3gpp)|audio\/(mp4|mpeg|aac|amr|ogg|x-caf))$/;

export const isShown = (contentType: string): boolean => shown.test(contentType);
