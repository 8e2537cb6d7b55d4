import { isExpired, type AuthToken } from '@portal/contract';
import { ClockOffsetContext } from '@portal/ui';
import { useContext, useEffect, useMemo, useState } from 'react';

const expiryCheckIntervalMs = 5000;

/** The current time by the clock of the API, updated every five seconds. Source: specification section 9, "Token expiry re-check". */
export function useNow(): Date {
  const offsetMs = useContext(ClockOffsetContext);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), expiryCheckIntervalMs);
    return () => clearInterval(timer);
  }, []);
  return new Date(now + offsetMs);
}

const nextExpiry = (tokens: readonly AuthToken[], now: Date) =>
  tokens.reduce((next, token) => {
    if (token.expiresAt === null || isExpired(token, now)) return next;
    return Math.min(next, Date.parse(token.expiresAt));
  }, Infinity);

/** The current time by the clock of the API, updated only when a token expires, so that long tables are not rendered every five seconds. */
export function useExpiryClock(tokens: readonly AuthToken[]): Date {
  const offsetMs = useContext(ClockOffsetContext);
  const [checkedAt, setCheckedAt] = useState(() => Date.now());
  const now = useMemo(() => new Date(checkedAt + offsetMs), [checkedAt, offsetMs]);
  const next = useMemo(() => nextExpiry(tokens, now), [tokens, now]);
  useEffect(() => {
    const check = () => {
      if (Date.now() + offsetMs > next) setCheckedAt(Date.now());
    };
    const timer = setInterval(check, expiryCheckIntervalMs);
    return () => clearInterval(timer);
  }, [next, offsetMs]);
  return now;
}
