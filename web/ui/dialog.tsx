import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from './button.tsx';
import './dialog.css';
import { useModal } from './use-modal.ts';

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
