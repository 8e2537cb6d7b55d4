export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'destructive';
export type ButtonSize = 'md' | 'sm';

const base =
  'inline-flex items-center justify-center gap-2 border font-medium whitespace-nowrap select-none rounded-md ' +
  'transition-[background-color,border-color,color,transform] duration-100 active:not-aria-disabled:scale-[0.985] ' +
  // Whatever it is for, what can't be pressed now does not call for it.
  'aria-disabled:not-aria-busy:border-line aria-disabled:not-aria-busy:bg-neutral ' +
  'aria-disabled:not-aria-busy:text-secondary';

const variants: Record<ButtonVariant, string> = {
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

const sizes: Record<ButtonSize, string> = { md: 'h-9 px-3.5 text-base', sm: 'h-7 px-2.5 text-sm' };
const squares: Record<ButtonSize, string> = { md: 'size-9', sm: 'size-7' };

export const buttonLook = (variant: ButtonVariant, size: ButtonSize) => `${base} ${variants[variant]} ${sizes[size]}`;
export const squareLook = (variant: ButtonVariant, size: ButtonSize) => `${base} ${variants[variant]} ${squares[size]}`;
