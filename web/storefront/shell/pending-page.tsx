import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { type PageKind, pendingKindOf } from './page-kind.ts';

/** Most data is there sooner (it was fetched ahead), and a sketch for a few frames would only flicker. */
const patienceMs = 100;

// A page that cannot be reached says so itself; its sketch is not worth a word.
const loadSketch = (): Promise<{ default: ComponentType<{ kind: PageKind }> }> =>
  import('./page-sketch.tsx').catch(() => ({ default: () => null }));
const PageSketch = lazy(loadSketch);

/** The sketch of the page that somebody waits for, over the page that they leave. */
export function PendingPage() {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const kind = next === undefined ? null : pendingKindOf(pathname, next.pathname);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (kind === null) return;
    void loadSketch();
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [kind]);
  if (kind === null || !isLate) return null;
  return (
    <Suspense>
      <PageSketch kind={kind} />
    </Suspense>
  );
}
