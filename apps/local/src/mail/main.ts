import { run } from '../stand-in/run.ts';
import { readSettings } from '../stand-in/settings.ts';
import { startMail } from './mail.ts';
import { Environment } from './settings.ts';

await run('Mail server', () => startMail(readSettings(Environment, process.env)));
