/** What the API says about logins that it acknowledged, by their cookies. */
export interface CheckedLogins {
  /** The API no longer knows them: 401. */
  readonly lost: readonly string[];
  /** Neither kept (200) nor lost: the API did not answer the question. */
  readonly unverified: readonly string[];
}

/** Asks for the status of each login, ten at a time. */
export async function checkLogins(
  cookies: readonly string[],
  statusOf: (cookie: string) => Promise<number>,
): Promise<CheckedLogins> {
  const remaining = [...cookies];
  const lost: string[] = [];
  const unverified: string[] = [];
  const checkRemaining = async () => {
    for (let cookie = remaining.pop(); cookie !== undefined; cookie = remaining.pop()) {
      const status = await statusOf(cookie);
      if (status === 401) lost.push(cookie);
      else if (status !== 200) unverified.push(cookie);
    }
  };
  await Promise.all(Array.from({ length: 10 }, checkRemaining));
  return { lost, unverified };
}

/** What is wrong with them. */
export function violationsOfLogins({ lost, unverified }: CheckedLogins): string[] {
  return [
    ...(lost.length > 0 ? [`${lost.length} logins are lost`] : []),
    ...(unverified.length > 0 ? [`${unverified.length} logins could not be verified`] : []),
  ];
}
