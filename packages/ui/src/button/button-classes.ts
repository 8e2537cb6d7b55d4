export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'destructive';
export type ButtonSize = 'md' | 'sm';

const baseClasses =
  'inline-flex items-center justify-center gap-2 border font-medium whitespace-nowrap select-none rounded-md ' +
  'transition-[background-color,border-color,color,transform] duration-100 active:not-aria-disabled:scale-[0.985] ' +
  // Every variant looks the same while it is disabled, and while it shows a success.
  'aria-disabled:not-aria-busy:not-data-[phase=success]:border-line ' +
  'aria-disabled:not-aria-busy:not-data-[phase=success]:bg-neutral ' +
  'aria-disabled:not-aria-busy:not-data-[phase=success]:text-secondary ' +
  'data-[phase=success]:border-success data-[phase=success]:bg-success data-[phase=success]:text-success';

const variantClasses: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-action-solid text-action-solid ' +
    'hover:not-aria-disabled:bg-action-solid-hover active:not-aria-disabled:bg-action-solid-pressed',
  secondary:
    'border-neutral bg-button text-body ' +
    'hover:not-aria-disabled:bg-button-hover active:not-aria-disabled:border-control',
  ghost: 'border-transparent text-body hover:not-aria-disabled:bg-hover active:not-aria-disabled:bg-pressed',
  destructive:
    'border-transparent bg-destructive-solid text-destructive-solid ' +
    'hover:not-aria-disabled:bg-destructive-solid-hover active:not-aria-disabled:bg-destructive-solid-pressed',
};

const sizeClasses: Record<ButtonSize, string> = { md: 'h-9 px-3.5 text-base', sm: 'h-7 px-2.5 text-sm' };
const squareSizeClasses: Record<ButtonSize, string> = { md: 'size-9', sm: 'size-7' };

export const buttonClasses = (variant: ButtonVariant, size: ButtonSize) =>
  `${baseClasses} ${variantClasses[variant]} ${sizeClasses[size]}`;
export const iconButtonClasses = (variant: ButtonVariant, size: ButtonSize) =>
  `${baseClasses} ${variantClasses[variant]} ${squareSizeClasses[size]}`;
