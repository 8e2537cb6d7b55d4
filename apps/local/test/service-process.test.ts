import { serviceError } from '../src/stack/service-process.ts';

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
