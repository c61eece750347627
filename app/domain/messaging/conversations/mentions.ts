interface Person {
  id: string;
  firstName: string;
  name: string;
}

const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/**
 * The members mentioned by `@` in a note: `@Grace Wambui`, or `@grace`, which means every Grace. An email
 * address (`grace@duka.test`) mentions no one.
 */
export function mentionedIn<P extends Person>(text: string, people: readonly P[]): P[] {
  const said = plain(text);
  const follows = (index: number, name: string) =>
    said.startsWith(name, index) && !/[\p{L}\p{N}]/u.test(said.charAt(index + name.length));
  const places: number[] = [];
  for (let at = said.indexOf("@"); at >= 0; at = said.indexOf("@", at + 1))
    if (!/[\p{L}\p{N}._-]/u.test(said.charAt(at - 1))) places.push(at + 1);
  const meant = places.flatMap((place) => {
    const whole = people.filter(({ name }) => follows(place, plain(name)));
    return whole.length > 0 ? whole : people.filter(({ firstName }) => follows(place, plain(firstName)));
  });
  return people.filter((person) => meant.includes(person));
}
