/**
 * A number in E.164 as people read it: mobile numbers of East Africa in threes (+254 712 345 678), Kenyan landlines with
 * their area code apart (+254 20 2222222). Any other number, and any other text, stays as it is. By patterns of our own,
 * because the number library is heavier than all script of a page.
 */
export const readablePhone = (phone: string): string =>
  phone
    .replace(/^(\+254)([4-6]\d|20)(\d{5,7})$/, "$1 $2 $3")
    .replace(/^(\+25\d)(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4");
