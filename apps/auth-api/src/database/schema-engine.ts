import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import { migrationAdapterFactory } from './migration-adapter.ts';

// The types of Node 20 lack it.
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, Record<string, unknown>>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

/** Prisma's own engine for migrations, as WebAssembly: nothing has to be downloaded to run it. */
export type SchemaEngine = bindings.SchemaEngine;

/** No table is somebody else's. */
export const noFilter: bindings.SchemaFilter = { externalTables: [], externalEnums: [] };

/** Runs `work` with an engine on that database, and closes every connection that the engine opened. */
export async function withSchemaEngine<T>(databaseUrl: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  await loadBindings();
  const factory = migrationAdapterFactory(databaseUrl);
  const bound = bindMigrationAwareSqlAdapterFactory(factory);
  const engine = await bindings.SchemaEngine.new({ datamodels: undefined }, () => undefined, bound);
  try {
    return await work(engine);
  } catch (error) {
    throw factory.lastError() ?? error;
  } finally {
    engine.free();
    await factory.closeAll();
  }
}

let loaded: Promise<void> | undefined;

function loadBindings(): Promise<void> {
  loaded ??= instantiate();
  return loaded;
}

async function instantiate(): Promise<void> {
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const file = path.join(path.dirname(entry), 'schema_engine_bg.wasm');
  const { instance } = await WebAssembly.instantiate(await readFile(file), { './schema_engine_bg.js': imports() });
  bindings.__wbg_set_wasm(instance.exports);
  const start = instance.exports['__wbindgen_start'];
  if (typeof start === 'function') Reflect.apply(start, undefined, []);
  // Where the engine leaves its message should it ever panic.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: () => undefined } });
}

/** The engine leaves a timer of ten seconds behind for every lock that it took; it need not keep the process alive. */
function imports(): Record<string, unknown> {
  const unreferenced = (callback: () => void, milliseconds: number) => setTimeout(callback, milliseconds).unref();
  const timers = Object.keys(bindings).filter((name) => name.startsWith('__wbg_setTimeout_'));
  return { ...bindings, ...Object.fromEntries(timers.map((name) => [name, unreferenced])) };
}
