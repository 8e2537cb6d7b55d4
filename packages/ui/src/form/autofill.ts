/** The tokens of fields in which users enter what is about themselves. Source: HTML, "Autofill detail tokens". */
const ownTokens = [
  ...['given-name', 'family-name', 'nickname', 'organization', 'email', 'tel', 'username'],
  ...['current-password', 'new-password', 'country', 'postal-code'],
  ...['address-line1', 'address-line2', 'address-level1', 'address-level2'],
];

/** The attributes of 1Password, LastPass, Bitwarden, Proton Pass and Dashlane that keep a field as it is. */
const ignored = {
  'data-1p-ignore': true,
  'data-lpignore': 'true',
  'data-bwignore': 'true',
  'data-protonpass-ignore': 'true',
  'data-form-type': 'other',
};

/** Keeps password managers away from a field that is not about the user, such as the email of a member to invite. */
export const autofillAttributes = (autoComplete: string | undefined) =>
  ownTokens.includes(autoComplete?.split(' ').at(-1) ?? '') ? {} : ignored;
