import { Link } from 'react-router';
import type { EndpointResponse } from '#contract/api.ts';
import { nameOf, t } from '#web/texts/t.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface ReorderDialogProps {
  result: EndpointResponse<'reorder'>['data'];
  onClose: () => void;
}

/** Lists which products of an earlier order were added to the cart. */
export function ReorderDialog({ result: { added, short, gone }, onClose }: ReorderDialogProps) {
  const fewer = short.filter(({ got }) => got > 0);
  const isAny = added.length + fewer.length > 0;
  // The cart already contains the available or maximum quantity.
  const none = short.filter(({ got }) => got === 0);
  return (
    <Dialog
      title={isAny ? t('orders.partlyAdded') : t('orders.noneAdded')}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            {t('ui.close')}
          </Button>
          {isAny && (
            <Link to="/cart" className={buttonClass()}>
              {t('orders.seeCart')}
            </Link>
          )}
        </div>
      }
    >
      <div className="space-y-4">
        <Part
          title={t('orders.inYourCart')}
          lines={added.map((line) => `${nameOf(line)} × ${line.quantity}`)}
        />
        <Part
          title={t('orders.fewer')}
          lines={fewer.map(({ wanted, got, ...line }) =>
            t('orders.gotOf', { name: nameOf(line), got, wanted }),
          )}
        />
        <Part title={t('orders.noMore')} lines={none.map(nameOf)} />
        <Part title={t('orders.gone')} lines={gone.map(nameOf)} />
      </div>
    </Dialog>
  );
}

function Part({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      <ul className="list-disc space-y-1 pl-5 text-sm text-ink-soft">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}
