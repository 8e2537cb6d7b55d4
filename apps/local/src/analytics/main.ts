import { runEmulator } from '../emulator/run.ts';
import { readSettings } from '../emulator/settings.ts';
import { startAnalytics } from './analytics.ts';
import { Environment } from './settings.ts';

await runEmulator('Analytics host', () => startAnalytics(readSettings(Environment, process.env)));
