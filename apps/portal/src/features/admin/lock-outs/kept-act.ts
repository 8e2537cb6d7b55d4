import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useUser } from '../../../api/session.api.ts';
import { allowLeaving } from '../../../navigation/leave-guard.ts';
import { freshLoginAddress } from '../../../navigation/auth-addresses.ts';
import { useBrowser } from '../../../navigation/browser.ts';
import { rememberPath } from '../../../session/login-redirect.ts';
import { tabStorage } from '../../../navigation/tab-storage.ts';
import { useSettings } from '../../../settings/settings-context.ts';
import type { LockOutWish, WorkspaceQuarantineWish } from './lock-outs.ts';

const key = 'SI-KEPT-ACT';
/** Whoever takes longer for a login begins anew. */
const keptMs = 15 * 60_000;

/** The acts that ask for a fresh login, with what there is to keep of each. */
interface KeptActs {
  lockOut: LockOutWish;
  workspaceQuarantine: WorkspaceQuarantineWish;
}

/** What somebody was about to do when a fresh login was asked for: by whom, where and when it was kept. */
interface KeptAct {
  readonly act: string;
  readonly place: string;
  readonly userId: string;
  readonly since: number;
  readonly what: unknown;
}

function read(): Partial<KeptAct> {
  try {
    return (JSON.parse(tabStorage.read(key) ?? '{}') ?? {}) as Partial<KeptAct>;
  } catch {
    return {};
  }
}

function usePlace(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}

/** What the same person was about to do on this page before the login that they come from; told once. */
export function useKeptAct<Act extends keyof KeptActs>(act: Act): KeptActs[Act] | undefined {
  const place = usePlace();
  const { id: userId } = useUser();
  const [kept] = useState(() => {
    const found = read();
    const isMine = found.act === act && found.place === place && found.userId === userId;
    return isMine && Date.now() - (found.since ?? 0) < keptMs ? (found.what as KeptActs[Act]) : undefined;
  });
  useEffect(() => void tabStorage.forget(key), []);
  return kept;
}

/** Leads to a fresh login and back to this page, where `useKeptAct` tells what was kept. */
export function useFreshLogin<Act extends keyof KeptActs>(act: Act): (what: KeptActs[Act]) => void {
  const place = usePlace();
  const { id: userId } = useUser();
  const { authApiUrl } = useSettings();
  const { assign } = useBrowser();
  return (what) => {
    const kept: KeptAct = { act, place, userId, since: Date.now(), what };
    tabStorage.write(key, JSON.stringify(kept));
    rememberPath(place);
    allowLeaving();
    assign(freshLoginAddress(authApiUrl));
  };
}
