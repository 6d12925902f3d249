import { useState } from 'react';
import { type InvoicePaper, invoicePath } from '#contract/orders/invoice-file.ts';
import { downloadFile, fetchFile, openTab } from './files.ts';

interface InvoiceDownload {
  /** The paper of the file that is being downloaded; null for none. */
  busy: InvoicePaper | null;
  download: (paper: InvoicePaper) => Promise<void>;
  /** Shows it in another tab, where the browser prints it. Downloads it if the browser opens no tab. */
  openToPrint: (paper: InvoicePaper) => Promise<void>;
}

/** Fetches a document of an order as PDF. `onFailure` gets the message of an error. */
export function useInvoiceDownload(
  orderId: string,
  { _id, number }: { _id: string; number: string },
  onFailure: (message: string) => void,
): InvoiceDownload {
  const [busy, setBusy] = useState<InvoicePaper | null>(null);
  async function get(paper: InvoicePaper) {
    setBusy(paper);
    const query = new URLSearchParams({ _id: orderId, document: _id, paper });
    const outcome = await fetchFile(`${invoicePath}?${query}`, `${number}.pdf`);
    setBusy(null);
    if (outcome.isOk) return outcome.response;
    onFailure(outcome.error.message);
    return null;
  }
  async function download(paper: InvoicePaper) {
    const file = await get(paper);
    if (file !== null) downloadFile(file.content, file.name);
  }
  async function openToPrint(paper: InvoicePaper) {
    const tab = openTab();
    if (tab === null) return download(paper);
    const file = await get(paper);
    if (file === null) tab.close();
    else tab.show(file.content);
  }
  return { busy, download, openToPrint };
}
