import { runEmulator } from '../emulator/run.ts';
import { readSettings } from '../emulator/settings.ts';
import { startMail } from './mail.ts';
import { Environment } from './settings.ts';

await runEmulator('Mail emulator', () => startMail(readSettings(Environment, process.env)));
