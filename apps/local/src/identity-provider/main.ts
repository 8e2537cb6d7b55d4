import { run } from '../stand-in/run.ts';
import { readSettings } from '../stand-in/settings.ts';
import { startIdentityProvider } from './identity-provider.ts';
import { Environment } from './settings.ts';

await run('Identity provider', () => startIdentityProvider(readSettings(Environment, process.env)));
