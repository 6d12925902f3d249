import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { useToaster } from 'react-hot-toast/headless';
import { maximumToasts, toastDurations } from './toast.ts';

/** Where toasts appear: above everything, read out politely, held while the pointer rests on them. */
export default function Toaster() {
  const { toasts, handlers } = useToaster({ duration: toastDurations.blank });
  return (
    <div
      className="pointer-events-none fixed inset-x-4 top-4 z-[9999] flex flex-col items-center gap-2"
      aria-live="polite"
    >
      {toasts.slice(0, maximumToasts).map((toast) =>
        toast.visible ? (
          <div
            key={toast.id}
            role={toast.type === 'error' ? 'alert' : 'status'}
            onMouseEnter={handlers.startPause}
            onMouseLeave={handlers.endPause}
            className="toast pointer-events-auto flex max-w-md items-center gap-2 rounded-md bg-ink px-4 py-2.5 text-sm font-medium text-canvas shadow-floating"
          >
            <ToastIcon type={toast.type} />
            <span>{typeof toast.message === 'function' ? toast.message(toast) : toast.message}</span>
          </div>
        ) : null,
      )}
    </div>
  );
}

function ToastIcon({ type }: { type: string }) {
  const size = 'size-4 flex-none';
  if (type === 'success') return <CircleCheck aria-hidden="true" className={size} />;
  if (type === 'error') return <CircleAlert aria-hidden="true" className={size} />;
  if (type === 'loading') return <LoaderCircle aria-hidden="true" className={`${size} animate-spin`} />;
  return null;
}
