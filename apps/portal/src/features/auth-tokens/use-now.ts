import { isExpired, type AuthToken } from '@portal/contract';
import { useEffect, useMemo, useState } from 'react';

const expiryCheckIntervalMs = 5000;

/** The current time, updated every five seconds. Source: specification section 9, "Token expiry re-check". */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), expiryCheckIntervalMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const nextExpiry = (tokens: readonly AuthToken[], now: Date) =>
  tokens.reduce((next, token) => {
    if (token.expiresAt === null || isExpired(token, now)) return next;
    return Math.min(next, Date.parse(token.expiresAt));
  }, Infinity);

/** The current time, updated only when a token expires, so that long tables are not rendered every five seconds. */
export function useExpiryClock(tokens: readonly AuthToken[]): Date {
  const [now, setNow] = useState(() => new Date());
  const next = useMemo(() => nextExpiry(tokens, now), [tokens, now]);
  useEffect(() => {
    const check = () => {
      if (Date.now() > next) setNow(new Date());
    };
    const timer = setInterval(check, expiryCheckIntervalMs);
    return () => clearInterval(timer);
  }, [next]);
  return now;
}
