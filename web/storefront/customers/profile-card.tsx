import { type ReactNode, type Ref, useId } from 'react';

interface ProfileCardProps {
  title: string;
  lead: string;
  /** To focus the heading when the focused element was removed. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** A section of the profile page: title and lead beside or above the content. */
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

/** For the section that has a picture instead of a title. */
export const profileCardClass =
  'grid gap-5 rounded-lg border border-line bg-surface p-5 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8 lg:p-6';
