/** Control characters, and those that reverse the direction of text: with them “gpj.exe” reads as “exe.jpg”. */
const hidden = /\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;
const maxLength = 200;

/**
 * The name of a file without folders and hidden characters. A long one keeps its ending; empty when nothing
 * is left.
 */
export function cleanFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1)!.replaceAll(hidden, "").slice(-maxLength).toWellFormed();
  return /^[\s.]*$/.test(last) ? "" : last;
}
