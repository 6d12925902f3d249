import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface HomeSectionProps {
  id: string;
  title: string;
  /** One sentence. */
  lead: string;
  children: ReactNode;
}

/** A short list on the home of admins. */
export function HomeSection({ id, title, lead, children }: HomeSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="min-w-0">
      <h2 id={`${id}-heading`} className="text-lg">
        {title}
      </h2>
      <p className="mb-3 text-sm text-ink-soft">{lead}</p>
      {children}
    </section>
  );
}

/** What stands in place of a list that is empty, which mostly is good news. */
export function NothingHere({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 rounded-lg border border-line bg-surface p-4 text-ink-soft">
      <Icon aria-hidden="true" className="size-5 flex-none text-leaf" />
      <span>{children}</span>
    </p>
  );
}
