/** People do not see this field; bots fill it in. */
export const honeypotName = "company_website";
