/** Longest text that WhatsApp takes (facts/whatsapp-cloud-api.md §6). */
export const maxReplyLength = 4096;
