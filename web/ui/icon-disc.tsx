import type { ReactNode } from 'react';

const looks = {
  leaf: 'bg-leaf-soft text-leaf',
  danger: 'bg-danger-soft text-danger',
  marigold: 'bg-marigold-soft text-ink',
} as const;

interface IconDiscProps {
  tone: keyof typeof looks;
  /** An icon of about 64 px; decorative. */
  children: ReactNode;
}

/** An icon on a round tinted ground: the art of pages that say how something went. */
export function IconDisc({ tone, children }: IconDiscProps) {
  return (
    <span
      aria-hidden="true"
      className={`flex size-28 items-center justify-center rounded-full ${looks[tone]}`}
    >
      {children}
    </span>
  );
}
