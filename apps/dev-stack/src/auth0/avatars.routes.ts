import { createHash } from 'node:crypto';
import escapeHtml from 'escape-html';
import { Router } from 'express';

/** Profile pictures of social accounts: initials on a colour derived from the name. */
export function avatarRoutes(): Router {
  const routes = Router();
  routes.get('/avatars/:name.svg', (request, response) => {
    const { name } = request.params;
    const hue = (createHash('sha256').update(name).digest()[0] ?? 0) * 1.4;
    const initials = name
      .split(/\s+/)
      .slice(0, 2)
      .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x20))
      .join('')
      .toUpperCase();
    response.type('svg').set({
      'Cache-Control': 'max-age=86400',
      'Content-Security-Policy': "default-src 'none'",
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    response.send(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="hsl(${hue.toFixed(0)} 45% 38%)"/>` +
        `<text x="48" y="49" fill="#fff" font-family="sans-serif" font-size="38" text-anchor="middle" dominant-baseline="central">${escapeHtml(initials)}</text></svg>`,
    );
  });
  return routes;
}
