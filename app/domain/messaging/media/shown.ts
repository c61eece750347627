/** What a browser may show by itself; it saves everything else, whatever its name says. */
const shown = /^(image\/(jpeg|png|webp)|video\/(mp4|3gpp)|audio\/(mp4|mpeg|aac|amr|ogg|x-caf))$/;

export const isShown = (contentType: string): boolean => shown.test(contentType);
