import { AppError } from './app-error.ts';

/** Another service rejected our API key, or the key lacks a permission. That stays so until an operator corrects it. */
export class KeyRefused extends AppError {
  override name = 'KeyRefused';
}
