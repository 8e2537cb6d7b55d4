// Preloaded into a measured process. Reports resource usage to the bench over IPC, and exits with it.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

const session = new Session();

const queries = {
  usage: () => ({ cpu: process.cpuUsage(), mainThreadMs: mainThreadMs(), residentBytes: process.memoryUsage.rss() }),
  async startProfile() {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 200 });
    await session.post('Profiler.start');
  },
  async stopProfile() {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return profile;
  },
};

/** Excludes the compiler and garbage collector threads, whose CPU time varies with the load of the machine. Linux only. */
function mainThreadMs() {
  if (process.platform !== 'linux') return null;
  const [nanoseconds] = readFileSync('/proc/self/schedstat', 'utf8').split(' ');
  return Number(nanoseconds) / 1_000_000;
}

process.on('message', async (name) => process.send({ result: await queries[name]() }));
process.on('disconnect', () => process.exit(0));
process.channel.unref();
