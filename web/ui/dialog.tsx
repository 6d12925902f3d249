import { CircleCheck, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { Button, IconButton } from './button.tsx';
import { getTopModal, pushModal } from './modal-stack.ts';
import './dialog.css';

/**
 * Opens a native `<dialog>` as a modal as long as it is mounted: the browser keeps the focus inside, closes on
 * Escape and gives the focus back. A click on the backdrop closes as well.
 */
export function useModal(onClose: () => void): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    const opener = document.activeElement;
    const stopListening = listen(dialog, () => close.current());
    dialog.showModal();
    const pop = pushModal(dialog);
    return () => {
      stopListening();
      dialog.close();
      pop();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return ref;
}

function listen(dialog: HTMLDialogElement, close: () => void): () => void {
  let isPressed = false;
  const listening = new AbortController();
  const { signal } = listening;
  // The browser asks only once before it closes a dialog on Escape, until somebody types or clicks again: a dialog
  // that stays open to ask whether it may close would be gone at the next one. Lists inside have their Escape first.
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || getTopModal() !== dialog) return;
      event.preventDefault();
      close();
    },
    { signal },
  );
  // What else closes a dialog, such as the way back on a phone.
  dialog.addEventListener(
    'cancel',
    (event) => {
      event.preventDefault();
      // A file picker inside the dialog bubbles a cancel of its own.
      if (event.target === dialog) close();
    },
    { signal },
  );
  // The backdrop belongs to the dialog; everything else lies in the panel inside it. Both ends of the click must
  // be there: text is dragged out of a field, and a tap that closed at its start would end on the page below.
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

interface ModalProps {
  title: string;
  onClose: () => void;
  /** Stands beside the title, such as a count. */
  aside?: ReactNode;
  children: ReactNode;
  /** Stays in view below the scrolling part. */
  footer?: ReactNode;
}

interface DialogProps extends ModalProps {
  /** For forms that have two columns where there is room. */
  isWide?: boolean;
}

/** A dialog in the middle of the screen, or a sheet from below on a phone. Open as long as it is mounted. */
export function Dialog({ isWide = false, ...props }: DialogProps) {
  return <Modal {...props} shape={isWide ? 'is-dialog is-wide' : 'is-dialog'} />;
}

/** A drawer at the right edge, or a sheet from below on a phone. Open as long as it is mounted. */
export function Drawer(props: ModalProps) {
  return <Modal {...props} shape="is-drawer" />;
}

function Modal({ title, onClose, aside, children, footer, shape }: ModalProps & { shape: string }) {
  const ref = useModal(onClose);
  const titleId = useId();
  return (
    <dialog ref={ref} className="modal" aria-labelledby={titleId}>
      <div className={`modal-panel ${shape}`}>
        <header className="flex items-center gap-3 border-b border-line py-2 pr-2 pl-5">
          <h2 id={titleId} className="text-lg">
            {title}
          </h2>
          {aside}
          <IconButton label="Close" onClick={onClose} className="ml-auto">
            <X aria-hidden="true" className="size-5" />
          </IconButton>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">{children}</div>
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
  /** For what cannot be undone. */
  isDangerous?: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
  /** Offers a second answer besides leaving things as they are. */
  onDeny?: () => void;
  onCancel: () => void;
}

/** Asks before something happens. The labels are those of specification section 9 unless given. */
export function ConfirmDialog({
  title,
  question,
  confirmLabel = 'OK',
  denyLabel = 'No',
  cancelLabel = 'Cancel',
  isDangerous = false,
  isBusy = false,
  onConfirm,
  onDeny,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onCancel}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onCancel}>
            {cancelLabel}
          </Button>
          {onDeny !== undefined && (
            <Button variant="secondary" onClick={onDeny}>
              {denyLabel}
            </Button>
          )}
          <Button variant={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
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
  /** What has been done, such as 'Category added'. */
  title: string;
  /** One sentence about what that means, and perhaps a link to what comes next. */
  children?: ReactNode;
  confirmLabel?: string;
  onClose: () => void;
}

/** Says that something was saved (specification section 4). The green button has the focus: Enter goes on. */
export function SuccessDialog({ title, children, confirmLabel = 'OK', onClose }: SuccessDialogProps) {
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Otherwise the browser takes the first button of the dialog, which is the cross.
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
