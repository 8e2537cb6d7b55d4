import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const read = (path: string) => readFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly networks: readonly string[];
  readonly profiles?: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, unknown>>;
}

let text: string;
let archive: Compose;
let base: Compose;
beforeAll(async () => {
  text = await read('deploy/archive/compose.yml');
  archive = parse(text, { merge: true }) as Compose;
  base = parse(await read('docker-compose.yml'), { merge: true }) as Compose;
});

const serviceOf = ({ services }: Compose, name: string) => {
  const service = services[name];
  if (!service) throw new Error(`There is no service ${name}.`);
  return service;
};

describe('deploy/archive/compose.yml', () => {
  it('starts PostgreSQL as docker-compose.yml does, and archives at least every five minutes', () => {
    const { command = [] } = serviceOf(archive, 'postgres');
    const baseCommand = serviceOf(base, 'postgres').command ?? [];
    expect(command.slice(0, baseCommand.length)).toEqual(baseCommand);
    expect(command.slice(baseCommand.length)).toEqual([
      ...['-c', 'archive_mode=on'],
      ...['-c', 'archive_timeout=5min'],
      ...['-c', 'archive_command=pgbackrest archive-push %p'],
    ]);
  });

  it('runs the same version of PostgreSQL, from an image that has pgBackRest', async () => {
    const [, major = ''] = /^postgres:(\d+)\./.exec(serviceOf(base, 'postgres').image) ?? [];
    const { environment } = serviceOf(archive, 'postgres');
    expect(environment['PGBACKREST_PG1_PATH']).toBe(`/var/lib/postgresql/${major}/docker`);
    const [, image = ''] = /^(FROM postgres:.* AS backup\n(?:(?!FROM ).*\n)*)/m.exec(await read('Dockerfile')) ?? [];
    expect(image).toContain(`FROM ${serviceOf(base, 'postgres').image} `);
    expect(image).toMatch(/apt-get install .*\bpgbackrest\b/);
  });

  it('encrypts the archive, and has no secret in its settings', () => {
    for (const { environment } of Object.values(archive.services)) {
      expect(environment['PGBACKREST_REPO1_CIPHER_TYPE']).toBe('aes-256-cbc');
      expect(environment['PGBACKREST_CONFIG']).toMatch(/^\/run\/owner-secrets\//);
      const names = Object.keys(environment);
      expect(names.filter((name) => /KEY|CIPHER_PASS/.test(name))).toEqual([]);
    }
  });

  it('gives only PostgreSQL and the rehearsal a way to the store, and the rehearsal none to the database', () => {
    expect(Object.keys(archive.services)).toEqual(['postgres', 'rehearsal']);
    for (const { networks } of Object.values(archive.services)) expect(networks).toEqual(['archive']);
    expect(archive.networks).toEqual({ archive: null });
    expect(serviceOf(archive, 'rehearsal').profiles).toEqual(['tools']);
  });

  it('requires only variables that are documented, and explains each missing one', async () => {
    const page = await read('docs/operating/reference.md');
    const variables = [...text.matchAll(/\$\{([A-Z0-9_]+)(:\?[^}]*)?/g)];
    expect(variables.length).toBeGreaterThan(5);
    for (const [, name = '', message] of variables) {
      expect([name, page.includes(`\`${name}\``)]).toEqual([name, true]);
      if (message !== undefined) expect(message).toMatch(/\w+ \w+/);
    }
  });
});
