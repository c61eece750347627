/** The states of a message as members read them, in the order in which they come. */
export const messageStateWords = {
  queued: "Waiting",
  unknown: "Being checked",
  accepted: "Accepted by WhatsApp",
  sent: "Sent",
  delivered: "Delivered",
  read: "Read",
  failed: "Failed",
  cancelled: "Not sent",
} as const;
