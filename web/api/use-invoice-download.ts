import { useState } from 'react';
import { type InvoicePaper, invoicePath } from '#contract/rules/orders/invoice-file.ts';
import { downloadFile, fetchFile } from './files.ts';

interface InvoiceDownload {
  /** The paper of the file that is being downloaded; null for none. */
  busy: InvoicePaper | null;
  download: (paper: InvoicePaper) => Promise<void>;
}

/** Downloads a document of an order as PDF. `onFailure` gets the message of an error. */
export function useInvoiceDownload(
  orderId: string,
  { _id, number }: { _id: string; number: string },
  onFailure: (message: string) => void,
): InvoiceDownload {
  const [busy, setBusy] = useState<InvoicePaper | null>(null);
  async function download(paper: InvoicePaper) {
    setBusy(paper);
    const query = new URLSearchParams({ _id: orderId, document: _id, paper });
    const outcome = await fetchFile(`${invoicePath}?${query}`, `${number}.pdf`);
    if (outcome.isOk) downloadFile(outcome.response.content, outcome.response.name);
    else onFailure(outcome.error.message);
    setBusy(null);
  }
  return { busy, download };
}
