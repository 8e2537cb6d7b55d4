import { mistypedNameWarnings } from '../../../src/platform/config/warnings.ts';
import { productionSettings } from '../../support/environments.ts';

describe('a variable that looks like a mistyped setting', () => {
  it.each([
    ['DATABASE_URI', 'DATABASE_URL'],
    ['AUTH0_CLIENT_SECERT', 'AUTH0_CLIENT_SECRET'],
    ['STRIPE_WEBHOOK_SECRET', 'STRIPE_WEBHOOK_SECRETS'],
    ['SESSION_IDLE_HOUR', 'SESSION_IDLE_HOURS'],
    ['smtp_url', 'SMTP_URL'],
    ['DATABASE_URL_FIEL', 'DATABASE_URL_FILE'],
    ['MIGRATION_DATABSE_URL', 'MIGRATION_DATABASE_URL'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ])('causes a warning at startup: %s', (name, nearest) =>
    expect(mistypedNameWarnings({ [name]: 'x' })).toEqual([
      `${name} is not a setting and is ignored. Did you mean ${nearest}?`,
    ]),
  );

  it('causes no warning if it is a setting, empty, or belongs to another program', () => {
    const systemVariables = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'PWD',
      'SHLVL',
      'TERM',
      'LANG',
      'NODE_OPTIONS',
      'NODE_VERSION',
    ];
    // Kubernetes sets these for every service.
    const kubernetesVariables = [
      'AUTH_API_PORT',
      'AUTH_API_SERVICE_HOST',
      'PORTAL_PORT',
      'PORTAL_SERVICE_PORT',
      'POSTGRES_PORT',
    ];
    const stackVariables = ['MAIL_PORT', 'SMTP_PORT', 'DATA_DIR', 'PORT_OFFSET', 'OTEL_SERVICE_NAME', 'PGHOST'];
    const names = [
      ...systemVariables,
      ...kubernetesVariables,
      ...stackVariables,
      ...Object.keys(productionSettings),
      'DATABASE_URL_FILE',
    ];
    expect(mistypedNameWarnings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
    expect(mistypedNameWarnings({ DATABASE_URI: ' ' })).toEqual([]);
  });
});
