const units = ['bytes', 'KB', 'MB', 'GB'];

/** For example `812 bytes`, `64 KB` or `1.5 MB`. */
export function formatBytes(bytes: number): string {
  const exponent = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
  const amount = bytes / 1024 ** exponent;
  return `${amount >= 10 || exponent === 0 ? Math.round(amount) : Math.round(amount * 10) / 10} ${units[exponent] ?? ''}`;
}
