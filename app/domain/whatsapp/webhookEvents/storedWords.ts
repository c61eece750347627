/** Stored in place of a message without text, in one language for search; `inReadersWords` translates them. */
export const storedWords = {
  image: "📷 Photo",
  video: "🎬 Video",
  voice: "🎤 Voice message",
  audio: "🎵 Audio",
  document: "📄 Document",
  location: "📍 Location",
  contact: "👤 Contact",
  sticker: "Sticker",
  reactionRemoved: "Took a reaction back",
  numberChanged: "Changed number",
  deleted: "Deleted a message",
  missedCall: "📞 Missed call",
  callPermission: "Call permission",
  edited: "Edited",
  unreadable: "A message of a kind that WhatsApp does not pass on",
} as const;
