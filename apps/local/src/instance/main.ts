import { run } from '../stand-in/run.ts';
import { readSettings } from '../stand-in/settings.ts';
import { startInstance } from './instance.ts';
import { titles } from './pages.ts';
import { Environment } from './settings.ts';

const settings = readSettings(Environment, process.env);
await run(titles[settings.name], () => startInstance(settings));
