/** What a customer is called: by their name, else their number. */
export const nameOf = (name: string, phone: string | null): string => name || phone || "WhatsApp user";
