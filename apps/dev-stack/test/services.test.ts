import { databaseUrls, defineServices } from '../src/stack/services.ts';
import { readStackSettings } from '../src/stack/settings.ts';

const secrets = {
  clientSecret: 'client-secret',
  stripeKey: 'stripe-key',
  webhookSecret: 'webhook-secret',
  flagsKey: 'flags-key',
  databasePassword: 'database-password',
  apiDatabasePassword: 'api-database-password',
};

it('the hosted app and the local instance have different URLs, which the API and the portal know', () => {
  const settings = readStackSettings({ PORT_OFFSET: '100' }, { root: '/portal' });
  const { authApi, portal, hostedApp, instance } = defineServices(settings, secrets, databaseUrls(settings, secrets));
  const urls = { HOSTED_APP_URL: 'http://localhost:9107', LOCAL_INSTANCE_URL: 'http://localhost:8180' };
  expect(authApi.env).toMatchObject(urls);
  expect(portal.env).toMatchObject(urls);
  expect(hostedApp.env).toMatchObject({ INSTANCE_NAME: 'hosted-app', PORT: '9107' });
  expect(instance.env).toMatchObject({ INSTANCE_NAME: 'local-instance', PORT: '8180' });
});
