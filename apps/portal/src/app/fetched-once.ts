export interface FetchedOnce<Code> {
  /** Ends once the code is there or can't be had; nothing where it is there already. */
  readonly fetch: () => Promise<void> | undefined;
  /** The code after that, or why it can't be had. */
  readonly get: () => Code;
}

/** Code that is fetched when it is first needed, and once more after that failed. */
export function fetchedOnce<Code>(fetch: () => Promise<Code>): FetchedOnce<Code> {
  let outcome: { readonly code: Code } | { readonly cause: unknown } | undefined;
  let underWay: Promise<void> | undefined;
  const isThere = () => outcome && 'code' in outcome;
  const fetchAnew = () =>
    fetch()
      .then(
        (code) => void (outcome = { code }),
        (cause: unknown) => void (outcome = { cause }),
      )
      .finally(() => (underWay = undefined));
  return {
    fetch: () => (isThere() ? undefined : (underWay ??= fetchAnew())),
    get: () => {
      if (!outcome) throw new Error('Nobody has fetched this code');
      if ('cause' in outcome) throw outcome.cause;
      return outcome.code;
    },
  };
}
