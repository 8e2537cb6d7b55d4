import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';
import { checkNode } from './node-version.mjs';
import { build } from './turbo.mjs';

/** The root of the repository, without a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/** Installs the packages, and builds these workspaces. */
export async function prepare(...workspaces) {
  checkNode();
  await install(root);
  if (workspaces.length > 0) await build(root, workspaces);
}
