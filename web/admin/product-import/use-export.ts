import { useState } from 'react';
import { productExportPath } from '#contract/rules/product-file.ts';
import { downloadFile } from '#web/api/download.ts';
import { saveFile } from '#web/ui/save-file.ts';

/** Downloads all products as a file that can be chosen here again. */
export function useExport() {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  return {
    isBusy,
    problem,
    start: async () => {
      setIsBusy(true);
      setProblem('');
      const outcome = await downloadFile(productExportPath, 'products.csv');
      setIsBusy(false);
      if (outcome.isOk) saveFile(outcome.answer.content, outcome.answer.name);
      else setProblem(`The products could not be downloaded. ${outcome.error.message}`);
    },
  };
}
