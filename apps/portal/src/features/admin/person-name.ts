interface Named {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly nickname: string;
}

/** What to call somebody: by first and last name where they gave any. */
export const personName = ({ firstName, lastName, nickname }: Named) =>
  [firstName, lastName].filter((part) => part !== null && part !== '').join(' ') || nickname;
