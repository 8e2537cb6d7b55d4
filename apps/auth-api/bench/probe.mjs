// Loaded into a measured process before its own code: tells its starter what it has used, and ends with it.
import { Session } from 'node:inspector/promises';

const session = new Session();

const questions = {
  usage: () => ({ cpu: process.cpuUsage(), residentBytes: process.memoryUsage.rss() }),
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

process.on('message', async (question) => process.send({ answer: await questions[question]() }));
process.on('disconnect', () => process.exit(0));
process.channel.unref();
