import { runEmulator } from '../emulator/run.ts';
import { readSettings } from '../emulator/settings.ts';
import { startPosthog } from './posthog.ts';
import { Environment } from './settings.ts';

await runEmulator('PostHog', () => startPosthog(readSettings(Environment, process.env)));
