import { useEffect, useState } from 'react';

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
