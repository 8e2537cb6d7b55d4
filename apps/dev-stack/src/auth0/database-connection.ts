/** The connection of users with a password, named like the one that each tenant of Auth0 starts with. */
export const databaseConnection = 'Username-Password-Authentication';
