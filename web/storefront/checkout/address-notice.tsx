import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';

interface AddressNoticeProps {
  /** Whether the chosen address is not on the server yet; else the addresses could not be read. */
  isUnsaved: boolean;
  isFetching: boolean;
  onRetry: () => void;
}

/** Why the order cannot go to an address now. */
export default function AddressNotice({ isUnsaved, isFetching, onRetry }: AddressNoticeProps) {
  return (
    <div role="status" className="flex min-h-26 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <p className="min-w-0 flex-[1_1_14rem] text-sm text-ink-soft">
        {isUnsaved ? t('checkout.addressUnsaved') : t('addresses.failed')}
      </p>
      <Button variant="secondary" isBusy={isFetching} onClick={onRetry}>
        {t('shell.tryAgain')}
      </Button>
    </div>
  );
}
