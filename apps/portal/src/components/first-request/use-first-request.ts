import type { AuthToken, AuthTokenParams } from '@portal/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import type * as z from 'zod/mini';
import { useGetAuthTokenQuery } from '../../api/auth-tokens.api.ts';
import { toRequestError } from '../../api/http/request-error.ts';

const pollMs = 3_000;
const maxWaitMs = 10 * 60_000;

export type TokenUse = Pick<AuthToken, 'lastUsedAt' | 'lastUsedNetwork'>;

export interface FirstRequestState {
  /** Undefined until the token was used. */
  readonly use: TokenUse | undefined;
  /** `stopped`: the page has waited long enough, or the token is gone. */
  readonly phase: 'idle' | 'waiting' | 'stopped' | 'received';
  /** Whether the last check failed. */
  readonly isFailing: boolean;
  readonly checkAgain: () => void;
}

/** Asks every three seconds whether a token was used, for ten minutes, while the page is visible. Without a token it does nothing. */
export function useFirstRequest(token: z.infer<typeof AuthTokenParams> | undefined): FirstRequestState {
  const { data, error, refetch } = useGetAuthTokenQuery(
    { params: token ?? { workspaceId: '', tokenId: '' } },
    { skip: token === undefined, refetchOnMountOrArgChange: true },
  );
  const key = token && `${token.workspaceId} ${token.tokenId}`;
  // The token for which the wait is over.
  const [stopped, setStopped] = useState<string>();
  const status = toRequestError(error)?.status ?? 0;
  const isRefused = status >= 400 && status < 500;
  const use = token !== undefined && data?.authToken.lastUsedAt != null ? data.authToken : undefined;
  const isStopped = stopped === key || isRefused;
  const isWaiting = key !== undefined && use === undefined && !isStopped;
  const onPoll = useEffectEvent(() => {
    if (!document.hidden) void refetch();
  });
  const onEnd = useEffectEvent(() => setStopped(key));

  useEffect(() => {
    if (!isWaiting) return;
    const endsAt = Date.now() + maxWaitMs;
    const timer = setInterval(() => {
      if (Date.now() < endsAt) onPoll();
      else onEnd();
    }, pollMs);
    document.addEventListener('visibilitychange', onPoll);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onPoll);
    };
  }, [isWaiting, key]);

  const phase = key === undefined ? 'idle' : use ? 'received' : isStopped ? 'stopped' : 'waiting';
  const checkAgain = () => {
    setStopped(undefined);
    void refetch();
  };
  return { use, phase, isFailing: error !== undefined, checkAgain };
}
