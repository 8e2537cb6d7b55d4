import { dayMs, securityTxt } from '@portal/contract';
import { startApi } from '../../support/api.ts';

describe('security.txt', () => {
  it('names the contact for vulnerability reports, as plain text, and does not expire', async () => {
    const api = await startApi({ SUPPORT_EMAIL: 'security@example.com' });
    const response = await api.send('GET', '/.well-known/security.txt');
    await api.close();
    expect([response.status, response.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(response.text).toBe(securityTxt('security@example.com', new Date()));
    expect(response.text).toContain('Contact: mailto:security@example.com\n');
  });

  it('is valid for three months from the day it is read', () => {
    const now = new Date('2026-02-03T23:59:59.999Z');
    const [, expires = ''] = /^Expires: (\S+)$/m.exec(securityTxt('a@example.com', now)) ?? [];
    expect((Date.parse(expires) - now.getTime()) / dayMs).toBeCloseTo(89, 0);
    expect(expires).toBe('2026-05-04T00:00:00.000Z');
  });
});
