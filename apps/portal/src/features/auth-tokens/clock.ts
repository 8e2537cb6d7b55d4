import { isExpired, type AuthToken } from '@portal/contract';
import { useEffect, useMemo, useState } from 'react';

const expiryCheck = 5000;

/** The time, read again every five seconds. Source: specification section 9, "Token expiry re-check". */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), expiryCheck);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const nextEnd = (tokens: readonly AuthToken[], now: Date) =>
  tokens.reduce((next, token) => {
    if (token.expiresAt === null || isExpired(token, now)) return next;
    return Math.min(next, Date.parse(token.expiresAt));
  }, Infinity);

/** The same, but another time only once one of the tokens has expired: thousands are not looked through for nothing. */
export function useNowOf(tokens: readonly AuthToken[]): Date {
  const [now, setNow] = useState(() => new Date());
  const next = useMemo(() => nextEnd(tokens, now), [tokens, now]);
  useEffect(() => {
    const check = () => {
      if (Date.now() > next) setNow(new Date());
    };
    const timer = setInterval(check, expiryCheck);
    return () => clearInterval(timer);
  }, [next]);
  return now;
}
