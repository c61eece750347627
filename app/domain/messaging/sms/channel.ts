/** Notified when an SMS is due earlier than known. */
export const smsChannel = "tarishi_sms";
