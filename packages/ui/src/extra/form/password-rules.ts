/** What a new password must contain. Source: specification section 5, "Shared form rules". */
export const passwordRules = [
  { name: 'a lowercase letter', pattern: /\p{Ll}/u },
  { name: 'an uppercase letter', pattern: /\p{Lu}/u },
  { name: 'a digit', pattern: /\d/ },
  { name: 'a special character', pattern: /[^\p{L}\p{N}\s]/u },
] as const;

export const meetsPasswordRules = (password: string) => passwordRules.every(({ pattern }) => pattern.test(password));
