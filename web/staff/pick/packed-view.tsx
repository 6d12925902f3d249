import { CircleCheck, Printer } from 'lucide-react';
import { useState } from 'react';
import { bagLabelsPath, type LabelPaper, labelPapers } from '#contract/picking/bag-label.ts';
import type { PickingOrder } from '#contract/picking/picking.ts';
import { downloadFile, fetchFile, openTab } from '#web/api/files.ts';
import { readStored, writeStored } from '#web/base/storage.ts';
import { barClass, contentClass } from '#web/staff/page-parts.tsx';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { StatusIcon } from '#web/ui/empty-state.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { ToteBadge } from './view-parts.tsx';

const paperKey = 'tokri.labelPaper';
const paperTexts: Record<LabelPaper, string> = { RECEIPT: t('picking.paper80mm'), A6: t('picking.paperA6') };

/** The paper that was chosen last on this phone. */
function readPaper(): LabelPaper {
  const stored = readStored(paperKey);
  return labelPapers.find((paper) => paper === stored) ?? labelPapers[0];
}

interface PackedViewProps {
  order: PickingOrder;
  onNext: () => void;
}

/** A packed order, with the labels of its bags. */
export function PackedView({ order: { _id, orderId, tote, bags }, onNext }: PackedViewProps) {
  const [paper, setPaper] = useState(readPaper);
  const [isBusy, setIsBusy] = useState(false);

  function choose(value: string) {
    writeStored(paperKey, value);
    setPaper(readPaper());
  }

  async function fetchLabels() {
    setIsBusy(true);
    const query = new URLSearchParams({ _id, paper });
    const outcome = await fetchFile(`${bagLabelsPath}?${query}`, `${orderId}-label.pdf`);
    setIsBusy(false);
    if (outcome.isOk) return outcome.response;
    showToast('error', outcome.error.message);
    return null;
  }

  async function download() {
    const file = await fetchLabels();
    if (file !== null) downloadFile(file.content, file.name);
  }

  /** In another tab, where the browser prints it. */
  async function print() {
    const tab = openTab();
    if (tab === null) return download();
    const file = await fetchLabels();
    if (file === null) tab.close();
    else tab.show(file.content);
  }

  return (
    <>
      <div className={`${contentClass} items-center justify-center gap-4 py-3 text-center`}>
        <StatusIcon tone="leaf" Icon={CircleCheck} />
        <div role="status">
          <h1 tabIndex={-1} className="text-xl outline-none">
            {t('picking.packedTitle', { number: orderId })}
          </h1>
        </div>
        <p className="flex items-center gap-3 text-lg">
          <ToteBadge tote={tote} />
          {t('picking.bags')}: {bags}
        </p>
      </div>
      <div className={barClass}>
        <div className="mb-3 grid grid-cols-2 items-end gap-2 text-left">
          <SelectField
            label={t('picking.labelPaper')}
            value={paper}
            choices={labelPapers.map((each) => [each, paperTexts[each]] as const)}
            onChange={({ target }) => choose(target.value)}
          />
          <Button variant="secondary" className="px-2" isBusy={isBusy} onClick={() => void download()}>
            {t('picking.labelPdf')}
          </Button>
        </div>
        <Button isWide isBusy={isBusy} className="min-h-14 text-lg" onClick={() => void print()}>
          <Printer aria-hidden="true" className="size-5" />
          {t('picking.printLabels', { count: bags ?? 1 })}
        </Button>
        <Button isWide variant="secondary" className="mt-2 min-h-14 text-lg" onClick={onNext}>
          {t('picking.nextOrder')}
        </Button>
      </div>
    </>
  );
}
