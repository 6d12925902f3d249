import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { problemPhotoPath } from '#contract/problems/refundable.ts';
import { fetchFile } from '#web/api/files.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/loading.tsx';

/** The photo of a problem, small; a tap shows it whole. It needs a login, so it is fetched, not linked. */
export function ProblemPhoto({ id }: { id: string }) {
  const { data, isPending } = useQuery({
    queryKey: ['problem-photo', id],
    queryFn: async () => {
      const outcome = await fetchFile(`${problemPhotoPath}?_id=${id}`, 'problem.webp');
      if (!outcome.isOk) throw outcome.error;
      return outcome.response.content;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const url = useObjectUrl(data);
  const [isWhole, setIsWhole] = useState(false);
  if (isPending) return <Skeleton className="size-20 flex-none rounded-md" />;
  if (url === '') return <p className="text-sm text-ink-soft">The photo could not be loaded.</p>;
  return (
    <>
      <button
        type="button"
        aria-label="Show the photo"
        className="size-20 flex-none overflow-hidden rounded-md border border-line"
        onClick={() => setIsWhole(true)}
      >
        <img src={url} alt="" className="size-full object-cover" />
      </button>
      {isWhole && (
        <Dialog title="Photo of the problem" isWide onClose={() => setIsWhole(false)}>
          <img
            src={url}
            alt="The problem"
            className="mx-auto max-h-[70dvh] max-w-full rounded-md object-contain"
          />
        </Dialog>
      )}
    </>
  );
}

function useObjectUrl(content: Blob | undefined): string {
  const [url, setUrl] = useState('');
  useEffect(() => {
    if (content === undefined) return;
    const created = URL.createObjectURL(content);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [content]);
  return url;
}
