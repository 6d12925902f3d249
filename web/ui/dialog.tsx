import { CircleCheck, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react';
import { t } from '#web/texts/t.ts';
import { Button, IconButton } from './button.tsx';
import { useOpenModals } from './toast.ts';

/**
 * Opens a native `<dialog>` as a modal while it is mounted: the browser traps the focus and makes the rest of the page
 * inert. Closes on Escape, the back gesture and a click on the backdrop; then the opener gets the focus back.
 */
export function useModal(onClose: () => void): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    const opener = document.activeElement;
    const stopListening = listen(dialog, () => close());
    dialog.showModal();
    useOpenModals.setState((open) => [...open, dialog], true);
    return () => {
      stopListening();
      dialog.close();
      useOpenModals.setState((open) => open.filter((other) => other !== dialog), true);
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return ref;
}

function listen(dialog: HTMLDialogElement, close: () => void): () => void {
  let isPressed = false;
  const listening = new AbortController();
  const { signal } = listening;
  // Browsers send `cancel` for only one of two Escapes in a row: a dialog that stays open to ask whether it may close
  // would be closed by the second. Popups inside handle Escape first and prevent its default.
  window.addEventListener(
    'keydown',
    (event) => {
      const isOnTop = useOpenModals.getState().at(-1) === dialog;
      if (event.key !== 'Escape' || event.defaultPrevented || !isOnTop) return;
      event.preventDefault();
      close();
    },
    { signal },
  );
  // Other ways to close a dialog, such as the back gesture of a phone.
  dialog.addEventListener(
    'cancel',
    (event) => {
      event.preventDefault();
      // The `cancel` of a file picker inside the dialog bubbles.
      if (event.target === dialog) close();
    },
    { signal },
  );
  // The target is the dialog itself only on the backdrop. Press and release both have to be there: a text selection
  // can end outside the panel, and closing on the press would let the release click the page below.
  dialog.addEventListener(
    'pointerdown',
    ({ target }) => {
      isPressed = target === dialog;
    },
    { signal },
  );
  dialog.addEventListener(
    'click',
    ({ target }) => {
      if (isPressed && target === dialog) close();
    },
    { signal },
  );
  return () => listening.abort();
}

const shapes = {
  dialog: 'desktop:m-auto desktop:w-[min(32rem,calc(100vw-2rem))] desktop:rounded-xl desktop:animate-appear',
  wide: 'desktop:m-auto desktop:w-[min(60rem,calc(100vw-2rem))] desktop:rounded-xl desktop:animate-appear',
  drawer:
    'desktop:mt-0 desktop:ml-auto desktop:h-dvh desktop:max-h-none desktop:w-106 desktop:rounded-l-xl desktop:rounded-tr-none desktop:animate-slide-in',
} as const;

interface ModalProps {
  title: string;
  onClose: () => void;
  /** Shown beside the title, such as a count. */
  aside?: ReactNode;
  children: ReactNode;
  /** Stays in view below the scrolling part. */
  footer?: ReactNode;
}

interface DialogProps extends ModalProps {
  /** For forms with two columns. */
  isWide?: boolean;
}

/** A centred dialog; on a phone a bottom sheet. Open while it is mounted. */
export function Dialog({ isWide = false, ...props }: DialogProps) {
  return <Modal {...props} shape={isWide ? 'wide' : 'dialog'} />;
}

/** A drawer at the right edge; on a phone a bottom sheet. Open while it is mounted. */
export function Drawer(props: ModalProps) {
  return <Modal {...props} shape="drawer" />;
}

function Modal({
  title,
  onClose,
  aside,
  children,
  footer,
  shape,
}: ModalProps & { shape: keyof typeof shapes }) {
  const ref = useModal(onClose);
  const titleId = useId();
  return (
    <dialog
      ref={ref}
      // Not 100vw, which includes the scrollbar.
      className="fixed inset-0 m-0 hidden h-dvh max-h-none w-full max-w-none overflow-hidden bg-transparent p-0 backdrop:animate-[fade-in_200ms_var(--ease-out)] open:flex"
      aria-labelledby={titleId}
    >
      <div
        className={`mt-auto flex max-h-[92dvh] w-full animate-rise flex-col overflow-hidden rounded-t-xl bg-canvas pb-[env(safe-area-inset-bottom)] shadow-floating short:block short:max-h-dvh short:overflow-y-auto ${shapes[shape]}`}
      >
        <header className="flex items-center gap-3 border-b border-line py-2 pr-2 pl-5">
          <h2 id={titleId} className="text-lg">
            {title}
          </h2>
          {aside}
          <IconButton label={t('ui.close')} onClick={onClose} className="ml-auto">
            <X aria-hidden="true" className="size-5" />
          </IconButton>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5 short:overflow-visible">
          {children}
        </div>
        {footer !== undefined && <footer className="border-t border-line px-5 py-4">{footer}</footer>}
      </div>
    </dialog>
  );
}

interface ConfirmDialogProps {
  title: string;
  question: string;
  confirmLabel?: string;
  denyLabel?: string;
  cancelLabel?: string;
  /** For actions that cannot be undone. */
  isDangerous?: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
  /** Adds a second button besides Cancel. */
  onDeny?: () => void;
  onClose: () => void;
}

/** Asks for confirmation. */
export function ConfirmDialog({
  title,
  question,
  confirmLabel = t('ui.ok'),
  denyLabel = t('ui.no'),
  cancelLabel = t('ui.cancel'),
  isDangerous = false,
  isBusy = false,
  onConfirm,
  onDeny,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            {cancelLabel}
          </Button>
          {onDeny !== undefined && (
            <Button variant="secondary" onClick={onDeny}>
              {denyLabel}
            </Button>
          )}
          <Button
            variant={isDangerous ? 'danger' : 'primary'}
            isBusy={isBusy}
            // Three buttons need two rows on a phone.
            className={onDeny === undefined ? '' : 'max-sm:w-full'}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </div>
      }
    >
      <p className="wrap-anywhere">{question}</p>
    </Dialog>
  );
}

interface SuccessDialogProps {
  /** The completed action, such as 'Category added'. */
  title: string;
  children?: ReactNode;
  confirmLabel?: string;
  onClose: () => void;
}

/** Confirms that something was saved. Its button has the focus, so Enter continues. */
export function SuccessDialog({ title, children, confirmLabel = t('ui.ok'), onClose }: SuccessDialogProps) {
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The browser focuses the first button, which is Close.
    confirm.current?.focus();
  }, []);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Button ref={confirm} isWide onClick={onClose}>
          {confirmLabel}
        </Button>
      }
    >
      <div className="flex flex-col items-center gap-4 py-2 text-center">
        <span className="flex size-20 items-center justify-center rounded-full bg-leaf-soft text-leaf">
          <CircleCheck aria-hidden="true" className="size-11" strokeWidth={1.75} />
        </span>
        {children !== undefined && <div className="max-w-full wrap-anywhere">{children}</div>}
      </div>
    </Dialog>
  );
}
