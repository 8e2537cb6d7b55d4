import { runEmulator } from '../emulator/run.ts';
import { readSettings } from '../emulator/settings.ts';
import { startIdentityProvider } from './identity-provider.ts';
import { Environment } from './settings.ts';

await runEmulator('Identity provider', () => startIdentityProvider(readSettings(Environment, process.env)));
