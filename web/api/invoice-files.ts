import { type InvoicePaper, invoicePath } from '#contract/rules/orders/invoice-file.ts';
import { downloadFile, fetchFile } from './files.ts';

/** Downloads a document of an order as PDF; returns the message of an error, null if there is none. */
export async function downloadInvoice(
  orderId: string,
  document: { _id: string; number: string },
  paper: InvoicePaper,
): Promise<string | null> {
  const query = new URLSearchParams({ _id: orderId, document: document._id, paper });
  const outcome = await fetchFile(`${invoicePath}?${query}`, `${document.number}.pdf`);
  if (!outcome.isOk) return outcome.error.message;
  downloadFile(outcome.response.content, outcome.response.name);
  return null;
}
