/**
 * A readable E.164 number: mobile numbers of East Africa in threes (+254 712 345 678), Kenyan landlines with
 * their area code apart (+254 20 2222222). Other numbers and texts are unchanged. Own patterns, because the
 * number library is heavier than all script of a page.
 */
export const readablePhone = (phone: string): string =>
  phone
    .replace(/^(\+254)([4-6]\d|20)(\d{5,7})$/, "$1 $2 $3")
    .replace(/^(\+25\d)(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4");
