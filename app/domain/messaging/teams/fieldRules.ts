export const maxTeamName = 80;
