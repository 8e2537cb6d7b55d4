import { describeResults } from '../../faults/outcome.ts';
import type { RequestResult } from '../../faults/requests.ts';

it('failures are listed by status and error type, or as no response, the most frequent first', () => {
  const result = (status: number, errorType: string): RequestResult => ({
    request: { method: 'GET', path: '/whoami' },
    sentAt: 0,
    ms: 1,
    status,
    errorType,
    retryAfter: null,
  });
  expect(
    describeResults([result(0, 'ECONNRESET'), result(503, 'NotReady'), result(503, 'NotReady'), result(502, '')]),
  ).toEqual(['2 × 503 NotReady', '1 × no response (ECONNRESET)', '1 × 502']);
});
