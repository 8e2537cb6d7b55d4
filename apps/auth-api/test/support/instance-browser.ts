import type { Credentials, TestApi } from './api.ts';

interface Target {
  readonly instanceUrl: string;
  readonly workspaceId: string;
}

/** A browser with cookies at an instance and a session at the portal. */
export function openInstanceBrowser(api: TestApi, { instanceUrl, workspaceId }: Target, credentials: Credentials) {
  const cookies = new Map<string, string>();
  const visit = async (url: string) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(new URL(url, instanceUrl), { redirect: 'manual', headers: { cookie } });
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  const go = async (path: string) => {
    const url = path.replace(api.services.settings.AUTH_API_URL, '');
    return (await api.send('GET', url, credentials).redirects(0)).headers.location ?? '';
  };
  /** Opens the workspace. Returns the path that the login leads to. */
  const enter = async (query = '') => {
    const first = await visit(await go(`/workspaces/${workspaceId}/go${query}`));
    const second = await visit(await go(first.headers.get('location') ?? ''));
    return second.headers.get('location');
  };
  /** The JSON at the root of the instance, or the status if it is none. */
  const see = async () => {
    const response = await visit('/');
    const seen: unknown = response.status === 200 ? await response.json() : response.status;
    return seen;
  };
  /** The role that the root shows; null if it shows none. */
  const seeRole = async () => {
    const seen = await see();
    return typeof seen === 'object' && seen !== null && 'role' in seen ? seen.role : null;
  };
  return { visit, go, enter, see, seeRole };
}

export type InstanceBrowser = ReturnType<typeof openInstanceBrowser>;
