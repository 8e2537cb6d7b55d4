import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import { createMigrationAdapterFactory } from './migration-adapter.ts';

// @types/node 20 does not declare it.
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, Record<string, unknown>>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

/** Prisma's migration engine as WebAssembly: it needs no download of a binary. */
export type SchemaEngine = bindings.SchemaEngine;

export const noFilter: bindings.SchemaFilter = { externalTables: [], externalEnums: [] };

/** Runs `work` with an engine on a database, and closes every connection that the engine opened. */
export async function withSchemaEngine<T>(databaseUrl: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  await loadEngine();
  const factory = createMigrationAdapterFactory(databaseUrl);
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

let loading: Promise<void> | undefined;

function loadEngine(): Promise<void> {
  loading ??= instantiateEngine();
  return loading;
}

async function instantiateEngine(): Promise<void> {
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const file = path.join(path.dirname(entry), 'schema_engine_bg.wasm');
  const { instance } = await WebAssembly.instantiate(await readFile(file), { './schema_engine_bg.js': wasmImports() });
  bindings.__wbg_set_wasm(instance.exports);
  const start = instance.exports['__wbindgen_start'];
  if (typeof start === 'function') Reflect.apply(start, undefined, []);
  // The engine writes its message here if it panics.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: () => undefined } });
}

/** The engine leaves a ten-second timer for every lock that it took. `unref` lets the process exit before. */
function wasmImports(): Record<string, unknown> {
  const unreferencedTimeout = (callback: () => void, milliseconds: number) =>
    setTimeout(callback, milliseconds).unref();
  const timers = Object.keys(bindings).filter((name) => name.startsWith('__wbg_setTimeout_'));
  return { ...bindings, ...Object.fromEntries(timers.map((name) => [name, unreferencedTimeout])) };
}
