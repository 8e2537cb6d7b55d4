import { run } from '../stand-in/run.ts';
import { readSettings } from '../stand-in/settings.ts';
import { startInstance } from './instance.ts';
import { Environment } from './settings.ts';

await run('Platform instance', () => startInstance(readSettings(Environment, process.env)));
