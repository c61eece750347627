/** A business-scoped user id (facts/whatsapp-cloud-api.md §2). */
export const userIdPattern = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/;

export const isUserId = (address: string): boolean => userIdPattern.test(address);
