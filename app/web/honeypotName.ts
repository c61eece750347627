/** People do not see this field; programs fill it in. */
export const honeypotName = "company_website";
