export interface Layers {
  readonly mayImport: Readonly<Record<string, readonly string[]>>;
  readonly apart?: string;
  readonly never?: RegExp;
}

export function findCrossings(src: string, layers: Layers): string[];
