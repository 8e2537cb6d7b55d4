import { isReloadOrError, serviceError } from '../src/stack/service-process.ts';

const running = (recentOutput: string) => ({
  service: { name: 'auth-api', title: 'The auth API' },
  recentOutput: () => recentOutput,
});

const remedy = 'The full log is logs/auth-api.log in the data folder. Restart everything with npm start.';

describe('the error of a failed service', () => {
  it('explains a clean exit', () => {
    expect(serviceError(running('    shut down'), 'exited with code 0').message).toBe(
      `The auth API exited with code 0. It reported no error. The local stack needs this service, so it stops too.\n${remedy}`,
    );
  });

  it('includes the last output, if there is any', () => {
    expect(serviceError(running('    no database'), 'exited with code 1').message).toBe(
      `The auth API exited with code 1. Its last output:\n    no database\n${remedy}`,
    );
    expect(serviceError(running(' \n'), 'exited with code 1').message).toBe(
      `The auth API exited with code 1.\n${remedy}`,
    );
  });
});

it.each([
  ['{"severity_text":"ERROR","severity_number":17,"body":"request failed"}', true],
  ['{"severity_text":"FATAL","severity_number":21,"body":"uncaught exception"}', true],
  ['{"severity_text":"INFO","severity_number":9,"body":"about an ERROR"}', false],
  ['The API can’t start. These settings are missing or invalid:', true],
])('`npm run dev` prints the line %s of a service that reloads: %s', (line, isPrinted) => {
  expect(isReloadOrError(line)).toBe(isPrinted);
});
