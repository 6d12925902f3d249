import { type ReactNode, type Ref, useId } from 'react';

interface ProfileCardProps {
  title: string;
  /** One sentence below the title. */
  lead: string;
  /** Takes the focus when what had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** A part of the profile page: what it is about, beside or above what can be done there. */
export function ProfileCard({ title, lead, headingRef, children }: ProfileCardProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={profileCardClass}>
      <div>
        <h2 id={titleId} ref={headingRef} tabIndex={-1} className="text-lg">
          {title}
        </h2>
        <p className="mt-1 text-sm text-ink-soft">{lead}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** The classes of a card with two columns, for the one that has a picture in place of a title. */
export const profileCardClass =
  'grid gap-5 rounded-lg border border-line bg-surface p-5 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8 lg:p-6';
