import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Reads out the title of a page that was navigated to, as a browser does for one that it loads. */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const announced = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (pathname === announced.current) return;
    announced.current = pathname;
    setTitle(document.title);
  }, [pathname]);
  return (
    <p className="sr-only" aria-live="polite">
      {title}
    </p>
  );
}
