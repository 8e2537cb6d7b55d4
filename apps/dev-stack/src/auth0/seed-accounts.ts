/** The accounts that the first start creates. Their ids survive a reset. */
export const seedAccounts = [
  {
    id: 'auth0|5f1d3c0a9b7e4d2c8a6f0001',
    email: 'member@example.com',
    emailVerified: true,
    password: 'Correct-horse-1',
    name: 'Mary Member',
    givenName: 'Mary',
    familyName: 'Member',
  },
  {
    id: 'auth0|5f1d3c0a9b7e4d2c8a6f0002',
    email: 'newcomer@example.com',
    emailVerified: false,
    password: 'Correct-horse-1',
  },
  {
    id: 'waad|5f1d3c0a9b7e4d2c8a6f0003',
    email: 'staff@systeminit.com',
    emailVerified: true,
    password: 'Correct-horse-1',
    name: 'Stacy Staff',
    givenName: 'Stacy',
    familyName: 'Staff',
  },
] as const;

export type SeedAccount = (typeof seedAccounts)[number];
