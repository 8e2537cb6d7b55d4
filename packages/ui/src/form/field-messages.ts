/** The sentences at a field where nobody gave others. */
export const fieldMessages = {
  required: 'This field is required',
  invalid: 'This field is invalid',
  email: 'Invalid email',
  url: 'Invalid URL',
  timeString: 'Invalid time string',
  tooShort: (min: number, what: 'input' | 'password' = 'input') =>
    `Your ${what} must be at least ${min} characters long.`,
  tooLong: (max: number, what: 'input' | 'password' = 'input') =>
    `Your ${what} cannot be more than ${max} characters long.`,
};
