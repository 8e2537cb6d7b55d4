/** What a password that somebody chooses has to hold. */
export const passwordRules = [
  { name: 'a lower-case letter', pattern: /\p{Ll}/u },
  { name: 'an upper-case letter', pattern: /\p{Lu}/u },
  { name: 'a digit', pattern: /\d/ },
  { name: 'a special character', pattern: /[^\p{L}\p{N}\s]/u },
] as const;

export const meetsPasswordRules = (password: string) => passwordRules.every(({ pattern }) => pattern.test(password));
