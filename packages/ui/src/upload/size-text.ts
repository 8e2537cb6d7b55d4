const units = ['bytes', 'KB', 'MB', 'GB'];

/** `812 bytes`, `64 KB`, `1.5 MB` */
export function sizeText(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
  const amount = bytes / 1024 ** power;
  return `${amount >= 10 || power === 0 ? Math.round(amount) : Math.round(amount * 10) / 10} ${units[power] ?? ''}`;
}
