/** What a name that we chose the characters for may hold, as its hint says it. */
export const allowedCharacters = 'Latin letters, digits, spaces and - . , _ @ / +';
