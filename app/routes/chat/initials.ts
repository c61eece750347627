/** The first letters of a name's first and last word; "#" for a phone number. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return first ? `${[...first][0]}${last ? [...last][0] : ""}`.toLocaleUpperCase("en") : "#";
}
