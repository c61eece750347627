/** Where a member reads a conversation: what notifications of its messages lead to, and are found by. */
export const chatPath = (conversationId: string) => `/chat/${conversationId}`;
