import { runEmulator } from '../emulator/run.ts';
import { readSettings } from '../emulator/settings.ts';
import { startInstance } from './instance.ts';
import { instanceTitles } from './pages.ts';
import { Environment } from './settings.ts';

const settings = readSettings(Environment, process.env);
await runEmulator(instanceTitles[settings.name], () => startInstance(settings));
