import { databaseUrls } from '../src/database-urls.ts';
import { services } from '../src/services.ts';
import { readStackSettings } from '../src/stack-settings.ts';

const secrets = {
  clientSecret: 'client-secret',
  stripeKey: 'stripe-key',
  webhookSecret: 'webhook-secret',
  flagsKey: 'flags-key',
  databasePassword: 'database-password',
  apiDatabasePassword: 'api-database-password',
};

it('the hosted app and the local instance have different addresses, as the API and the portal know them', () => {
  const settings = readStackSettings({ PORT_OFFSET: '100' }, { root: '/portal' });
  const { authApi, portal, hostedApp, instance } = services(settings, secrets, databaseUrls(settings, secrets));
  const addresses = { HOSTED_APP_URL: 'http://localhost:9107', LOCAL_INSTANCE_URL: 'http://localhost:8180' };
  expect(authApi.env).toMatchObject(addresses);
  expect(portal.env).toMatchObject(addresses);
  expect(hostedApp.env).toMatchObject({ INSTANCE_NAME: 'hosted-app', PORT: '9107' });
  expect(instance.env).toMatchObject({ INSTANCE_NAME: 'local-instance', PORT: '8180' });
});
