import type { ComponentProps, MouseEvent } from 'react';
import { Spinner } from './loading.tsx';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';

const looks: Record<Variant, string> = {
  primary: 'bg-leaf text-on-leaf hover:bg-leaf-strong',
  secondary: 'border border-leaf text-leaf bg-surface hover:bg-leaf-soft',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'bg-danger text-on-danger hover:brightness-95',
};

/** The classes of a button, for links that look like one. */
export function buttonClass(variant: Variant = 'primary', isWide = false): string {
  const width = isWide ? 'w-full' : '';
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-md px-5 font-semibold transition-colors duration-(--brief) select-none disabled:opacity-50 aria-disabled:opacity-50 ${looks[variant]} ${width}`;
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: Variant;
  isWide?: boolean;
  /** Shows a spinner and takes no further taps, while keeping its width and the focus. */
  isBusy?: boolean;
}

/** A button of at least 44 px. Its type is `button` unless it says otherwise. */
export function Button({
  variant = 'primary',
  isWide = false,
  isBusy = false,
  onClick,
  className = '',
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      // Disabled it would lose the focus, and whoever uses the keyboard their place.
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? refuse : onClick}
      className={`${buttonClass(variant, isWide)} ${className}`}
      {...rest}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}

/** Nothing is pressed, and nothing sent. */
function refuse(event: MouseEvent): void {
  event.preventDefault();
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does, for those who do not see the icon. */
  label: string;
}

/** A button of 44 px that shows only an icon. */
export function IconButton({ label, className = '', children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={`inline-flex size-11 flex-none items-center justify-center rounded-md text-ink transition-colors duration-(--brief) hover:bg-sunken disabled:opacity-40 ${className}`}
      {...rest}
    >
      {children}
    </button>
  );
}
