import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { createPortal } from 'react-dom';
import { type ToastType, useToaster } from 'react-hot-toast/headless';
import { maximumToasts, toastDurations, useOpenModals } from './toast.ts';

/**
 * Renders the toasts: above everything, in the top modal dialog if there is one. The page and each dialog have a live
 * region that is there before its first toast, because text that arrives together with its region is not announced.
 */
export default function Toaster() {
  const toaster = useToaster({ duration: toastDurations.blank });
  const modals = useOpenModals();
  return [document.body, ...modals].map((place, index) =>
    createPortal(<Toasts {...toaster} isOnTop={index === modals.length} />, place, String(index)),
  );
}

interface ToastsProps extends ReturnType<typeof useToaster> {
  isOnTop: boolean;
}

/** Announced politely; the time stops while the pointer or the focus is on them. */
function Toasts({ toasts, handlers, isOnTop }: ToastsProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only stops the time
    <div
      className="pointer-events-none fixed inset-x-4 top-[max(1rem,env(safe-area-inset-top))] z-[9999] flex flex-col items-center gap-2"
      aria-live="polite"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
      // A toast that is removed when pressed sends no mouseleave.
      onPointerUp={handlers.endPause}
    >
      {toasts
        .filter(({ visible }) => isOnTop && visible)
        .slice(0, maximumToasts)
        .map((toast) => (
          <p
            key={toast.id}
            {...(toast.type === 'error' && { role: 'alert' })}
            className="pointer-events-auto animate-drop-in flex max-w-md items-center gap-2.5 rounded-md bg-ink px-4 py-2.5 text-sm font-medium text-canvas shadow-floating"
          >
            <ToastIcon type={toast.type} />
            <span className="min-w-0 wrap-anywhere">
              {typeof toast.message === 'function' ? toast.message(toast) : toast.message}
            </span>
          </p>
        ))}
    </div>
  );
}

function ToastIcon({ type }: { type: ToastType }) {
  const size = 'size-5 flex-none';
  if (type === 'success')
    return <CircleCheck aria-hidden="true" className={`${size} text-accent-on-inverse`} />;
  if (type === 'error') return <CircleAlert aria-hidden="true" className={`${size} text-danger-on-ink`} />;
  if (type === 'loading') return <LoaderCircle aria-hidden="true" className={`${size} animate-spin`} />;
  return null;
}
