import { run } from '../stand-in/run.ts';
import { readSettings } from '../stand-in/settings.ts';
import { startAnalytics } from './analytics.ts';
import { Environment } from './settings.ts';

await run('Analytics host', () => startAnalytics(readSettings(Environment, process.env)));
