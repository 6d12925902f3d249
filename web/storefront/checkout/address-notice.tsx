import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';

interface AddressNoticeProps {
  isFetching: boolean;
  onRetry: () => void;
}

/** In place of the addresses that could not be read. */
export default function AddressNotice({ isFetching, onRetry }: AddressNoticeProps) {
  return (
    <div role="status" className="flex min-h-26 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <p className="min-w-0 flex-[1_1_14rem] text-sm text-ink-soft">
        {t('addresses.failed')}
      </p>
      <Button variant="secondary" isBusy={isFetching} onClick={onRetry}>
        {t('shell.tryAgain')}
      </Button>
    </div>
  );
}
