/** How often a conversation without script reloads, once its reader asked for it. */
export const refreshSeconds = 10;
