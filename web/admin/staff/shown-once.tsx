import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { showToast } from '#web/ui/toast.ts';

interface ShownOnceProps {
  title: string;
  /** What the QR code opens. */
  link: string;
  /** What is shown as text, and copied. */
  text: string;
  copyLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** A link or code that is shown this once, as a QR code and as text to copy. */
export function ShownOnceDialog({ title, link, text, copyLabel, onClose, children }: ShownOnceProps) {
  // A code is typed on another device, a link is copied.
  const isShort = text.length < 20;
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast('success', 'Copied');
    } catch {
      showToast('error', 'Couldn’t copy. Select and copy the text.');
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={() => void copy()}>
            {copyLabel}
          </Button>
          <Button onClick={onClose}>Done</Button>
        </div>
      }
    >
      <div className="space-y-4">
        {children}
        <QrCode text={link} label="QR code that opens the link" />
        <p
          className={`rounded-md bg-sunken px-3 py-2 font-mono wrap-anywhere select-all ${isShort ? 'text-center text-2xl tracking-wider' : 'text-sm'}`}
        >
          {text}
        </p>
      </div>
    </Dialog>
  );
}
