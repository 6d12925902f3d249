import type { ComponentProps, MouseEvent } from 'react';
import { Spinner } from './loading.tsx';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';

// Grey instead of pale: the text of a disabled button is read too.
const disabledLook =
  'disabled:border-line disabled:bg-sunken disabled:text-ink-soft aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-ink-soft';

const looks: Record<Variant, string> = {
  primary: `border border-transparent bg-leaf text-on-leaf hover:bg-leaf-strong ${disabledLook}`,
  secondary: `border border-leaf text-leaf bg-surface hover:bg-leaf-soft ${disabledLook}`,
  quiet: 'text-ink hover:bg-sunken disabled:opacity-50 aria-disabled:opacity-50',
  danger: `border border-transparent bg-danger text-on-danger hover:brightness-95 ${disabledLook}`,
};

/** The classes of a button, for links. */
export function buttonClass(variant: Variant = 'primary', isWide = false): string {
  const width = isWide ? 'w-full' : '';
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-md px-5 font-semibold transition-colors duration-(--brief) select-none ${looks[variant]} ${width}`;
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: Variant;
  isWide?: boolean;
  /** Shows a spinner and ignores clicks. The button keeps its width and the focus. */
  isBusy?: boolean;
}

/** At least 44 px high. Its type is `button` by default. */
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
      // `disabled` would lose the focus.
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? preventDefault : onClick}
      className={`${buttonClass(variant, isWide)} ${className}`}
      {...rest}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}

// A busy submit button must not submit the form.
function preventDefault(event: MouseEvent): void {
  event.preventDefault();
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name and tooltip. */
  label: string;
}

/** A button of 44 px with an icon. */
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
