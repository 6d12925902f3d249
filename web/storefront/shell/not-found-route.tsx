import { notFound } from '#web/base/page-context.ts';
import { NotFound } from '#web/ui/error-pages.tsx';

export function loader() {
  throw notFound();
}

export default NotFound;
