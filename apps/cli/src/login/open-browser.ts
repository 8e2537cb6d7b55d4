import { spawn } from 'node:child_process';

/** After this time, the program that opens the browser has not failed. */
const failsWithinMs = 1_500;

/** The program that opens a URL. None of them is a shell, to which `&` in a URL would be a command. */
function openerOf(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}

/** Whether a browser may be on the screen of this user. */
export function mayHaveBrowser(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']);
}

/** Opens a URL in the browser of the user. Returns whether that worked. */
export function openBrowser(url: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Promise<boolean> {
  if (!mayHaveBrowser(env, platform)) return Promise.resolve(false);
  const [command, ...args] = openerOf(platform);
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { env, stdio: 'ignore', detached: true });
    const timer = setTimeout(() => resolve(true), failsWithinMs);
    const settle = (isOpen: boolean) => {
      clearTimeout(timer);
      resolve(isOpen);
    };
    child.on('error', () => settle(false));
    child.on('exit', (code) => settle(code === 0));
    child.unref();
  });
}
