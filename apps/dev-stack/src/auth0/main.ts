import { runEmulator } from '../emulator/run.ts';
import { readSettings } from '../emulator/settings.ts';
import { startAuth0 } from './auth0.ts';
import { Environment } from './settings.ts';

await runEmulator('Auth0', () => startAuth0(readSettings(Environment, process.env)));
