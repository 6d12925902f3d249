// Browsers read the file only after the click was answered.
const keptMilliseconds = 60_000;

/** Has the browser save a file, as if a link to it had been followed. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.hidden = true;
  // In the page until the file is read: of a link that is gone by then, some browsers forget the file's name.
  document.body.append(link);
  link.click();
  setTimeout(() => {
    link.remove();
    URL.revokeObjectURL(address);
  }, keptMilliseconds);
}

/** The same for a CSV file. */
export function saveCsv(text: string, name: string): void {
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);
}
