// Loaded into a measured process before its own code: tells its starter what it has used, and ends with it.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

const session = new Session();

const questions = {
  usage: () => ({ cpu: process.cpuUsage(), mainThreadMs: mainThreadMs(), residentBytes: process.memoryUsage.rss() }),
  async beginProfile() {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 200 });
    await session.post('Profiler.start');
  },
  async endProfile() {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return profile;
  },
};

/** Without the threads that compile and collect garbage, which take more where others use the machine. Only Linux tells it. */
function mainThreadMs() {
  if (process.platform !== 'linux') return null;
  const [nanoseconds] = readFileSync('/proc/self/schedstat', 'utf8').split(' ');
  return Number(nanoseconds) / 1_000_000;
}

process.on('message', async (question) => process.send({ answer: await questions[question]() }));
process.on('disconnect', () => process.exit(0));
process.channel.unref();
