/** Whether a link leads here from a password reset, which is not an incomplete login. */
export const isPasswordChanged = (search: string) => new URLSearchParams(search).has('passwordChanged');
