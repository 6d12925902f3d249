import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchFile } from '#web/api/files.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/loading.tsx';

interface PrivatePictureProps {
  /** Answers with a WebP image. */
  path: string;
  title: string;
  alt: string;
}

/** A picture that needs a login, so it is fetched, not linked: small; a tap shows it whole. */
export function PrivatePicture({ path, title, alt }: PrivatePictureProps) {
  const { data, isPending } = useQuery({
    queryKey: ['private-picture', path],
    queryFn: async () => {
      const outcome = await fetchFile(path, 'picture.webp');
      if (!outcome.isOk) throw outcome.error;
      return outcome.response.content;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const url = useObjectUrl(data);
  const [isWhole, setIsWhole] = useState(false);
  if (isPending) return <Skeleton className="size-20 flex-none rounded-md" />;
  if (url === '') return <p className="text-sm text-ink-soft">The picture could not be loaded.</p>;
  return (
    <>
      <button
        type="button"
        aria-label="Show the picture"
        className="size-20 flex-none overflow-hidden rounded-md border border-line"
        onClick={() => setIsWhole(true)}
      >
        <img src={url} alt="" className="size-full object-cover" />
      </button>
      {isWhole && (
        <Dialog title={title} isWide onClose={() => setIsWhole(false)}>
          <img src={url} alt={alt} className="mx-auto max-h-[70dvh] max-w-full rounded-md object-contain" />
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
