import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { toast as passingMessage, type ToastType, useToaster } from 'react-hot-toast/headless';
import { getTopModal, subscribeToModals } from './modal-stack.ts';
import { maximumToasts, setToastRenderer, toastDurations } from './toast.ts';

setToastRenderer({
  show(type, message, settings) {
    if (type === 'success') passingMessage.success(message, settings);
    else if (type === 'error') passingMessage.error(message, settings);
    else if (type === 'loading') passingMessage.loading(message, settings);
    else passingMessage(message, settings);
  },
  dismiss: (id) => passingMessage.dismiss(id),
});

/**
 * Where toasts appear: above everything (inside the open dialog, since the browser hides all else), read out
 * politely, and staying while the pointer rests on them or the focus is there.
 */
export default function Toaster() {
  const { toasts, handlers } = useToaster({ duration: toastDurations.blank });
  const modal = useSyncExternalStore(subscribeToModals, getTopModal, () => null);
  // The server has no body to put them into, and nothing to say.
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  if (!isMounted) return null;
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: resting on a toast gives time to read it, no more
    <div
      className="pointer-events-none fixed inset-x-4 top-[max(1rem,env(safe-area-inset-top))] z-[9999] flex flex-col items-center gap-2"
      aria-live="polite"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
      // A toast that goes when it is pressed takes the pointer's leaving with it.
      onPointerUp={handlers.endPause}
    >
      {toasts
        .filter(({ visible }) => visible)
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
    </div>,
    modal ?? document.body,
  );
}

function ToastIcon({ type }: { type: ToastType }) {
  const size = 'size-5 flex-none';
  if (type === 'success') return <CircleCheck aria-hidden="true" className={`${size} text-leaf-on-ink`} />;
  if (type === 'error') return <CircleAlert aria-hidden="true" className={`${size} text-danger-on-ink`} />;
  if (type === 'loading') return <LoaderCircle aria-hidden="true" className={`${size} animate-spin`} />;
  return null;
}
