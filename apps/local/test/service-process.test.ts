import { failure } from '../src/service-process.ts';

const running = (lastWords: string) => ({
  service: { name: 'auth-api', title: 'The auth API' },
  lastWords: () => lastWords,
});

const further = 'Its whole log is logs/auth-api.log in the data folder; npm start starts everything again.';

describe('why the local stack stops', () => {
  it('is said in a sentence where a service ends without an error', () => {
    expect(failure(running('    shut down'), 'ended with exit code 0').message).toBe(
      `The auth API ended with exit code 0. It reported no error. The local stack needs this service, so it stops too.\n${further}`,
    );
  });

  it('has the last words of a service that failed, and nothing where it had none', () => {
    expect(failure(running('    no database'), 'ended with exit code 1').message).toBe(
      `The auth API ended with exit code 1. It said:\n    no database\n${further}`,
    );
    expect(failure(running(' \n'), 'ended with exit code 1').message).toBe(
      `The auth API ended with exit code 1.\n${further}`,
    );
  });
});
