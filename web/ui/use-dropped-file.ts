import { useEffect, useRef, useState } from 'react';

/** Takes the first of the files that are dropped or pasted, as `useDroppedFiles` does. */
export function useDroppedFile(onFile: (file: File) => void): { isDraggedOver: boolean } {
  return useDroppedFiles(([file]) => {
    if (file !== undefined) onFile(file);
  });
}

/**
 * Takes files that are dropped anywhere on the page or pasted into it, as long as the component is mounted: a file
 * that misses its target would otherwise replace the page. Says whether one is being dragged over the page.
 */
export function useDroppedFiles(onFiles: (files: File[]) => void): { isDraggedOver: boolean } {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const over = (event: DragEvent) => {
      if (!bringsFiles(event.dataTransfer)) return;
      event.preventDefault();
      setIsDraggedOver(true);
    };
    document.addEventListener('dragenter', over, { signal });
    document.addEventListener('dragover', over, { signal });
    document.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        // From one element of the page to the next there is somewhere it goes.
        if (relatedTarget === null) setIsDraggedOver(false);
      },
      { signal },
    );
    document.addEventListener(
      'drop',
      (event) => {
        setIsDraggedOver(false);
        if (!bringsFiles(event.dataTransfer)) return;
        event.preventDefault();
        takeAll(event.dataTransfer);
      },
      { signal },
    );
    document.addEventListener(
      'paste',
      ({ clipboardData, target }) => {
        // Office programs copy text together with a picture of it.
        if (!isTextPastedIntoField(clipboardData, target)) takeAll(clipboardData);
      },
      { signal },
    );
    return () => listening.abort();

    function takeAll(data: DataTransfer | null) {
      const files = [...(data?.files ?? [])];
      if (files.length > 0) take.current(files);
    }
  }, []);
  return { isDraggedOver };
}

function bringsFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false;
}

function isTextPastedIntoField(data: DataTransfer | null, target: EventTarget | null): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isField && (data?.types.includes('text/plain') ?? false);
}
