import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

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
