import { useEffect, useRef, useState } from 'react';

/**
 * Takes files that are dropped anywhere on the page or pasted into it, as long as the component is mounted: a file
 * that misses its target would otherwise replace the page. Says whether one is being dragged over the page.
 */
export function useDroppedFile(onFile: (file: File) => void): { isDraggedOver: boolean } {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const take = useRef(onFile);
  useEffect(() => {
    take.current = onFile;
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
        takeFirst(event.dataTransfer);
      },
      { signal },
    );
    document.addEventListener('paste', ({ clipboardData }) => takeFirst(clipboardData), { signal });
    return () => listening.abort();

    function takeFirst(data: DataTransfer | null) {
      const file = data?.files[0];
      if (file !== undefined) take.current(file);
    }
  }, []);
  return { isDraggedOver };
}

function bringsFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false;
}
