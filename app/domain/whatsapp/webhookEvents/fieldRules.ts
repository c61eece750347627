/** Days until an applied webhook is deleted: Meta retries one for up to 7 (facts/whatsapp-cloud-api.md §4.2). */
export const webhookEventDays = 30;
