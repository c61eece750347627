/** The place of the list, which a skip link leads to. */
export const conversationListId = "conversation-list";
